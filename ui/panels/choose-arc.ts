import './choose-list.css'
import { html, useState } from '../html'
import { Button } from '../parts/controls/button'
import { Dialog } from '../parts/dialogs/dialog'
import { NameDialog } from '../parts/dialogs/name-dialog'
import { countWords } from '../parts/text/format'
import { runWithToast } from '../state/run-with-toast'
import { addToArc, arcChoice } from '../state/story-arcs'

/** The dialog that chooses a story arc for issues. Any page can open it. */
export function ChooseArc() {
  const [naming, setNaming] = useState(false)
  const choice = arcChoice.value
  if (!choice) return null
  const close = () => {
    setNaming(false)
    arcChoice.value = undefined
  }
  const { issues, arcs } = choice
  const pick = async (arc_id: string) => {
    if (await runWithToast(() => addToArc({ arc_id }, issues))) close()
  }
  if (naming || arcs.length === 0)
    return html`<${NameDialog} title="New story arc" action="Create" onName=${(name: string) => addToArc({ name }, issues)} onClose=${close} />`
  const [one] = issues
  const what = issues.length === 1 && one ? one.label : countWords(issues.length, 'issue')
  return html`
    <${Dialog} open title=${`Add ${what} to`} onClose=${close} foot=${html`<${Button} icon="plus" onClick=${() => setNaming(true)}>New arc<//>`}>
      <ul class="choose-list">
        ${arcs.map(
          ({ StoryArcID, StoryArc, Total }) => html`
            <li key=${StoryArcID}>
              <button type="button" onClick=${() => pick(StoryArcID)}>${StoryArc} <small>${countWords(Total, 'issue')}</small></button>
            </li>
          `,
        )}
      </ul>
    <//>
  `
}
