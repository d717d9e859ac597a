import './choose-list.css'
import { html } from '../html'
import { Dialog } from '../parts/dialogs/dialog'
import { countWords } from '../parts/text/format'
import { addToList, listChoice, type ReadingList } from '../state/reading-lists'

/** The dialog that chooses one of several reading lists. Any page can open it. */
export function ChooseList() {
  const choice = listChoice.value
  if (!choice) return null
  const close = () => {
    listChoice.value = undefined
  }
  const pick = (list: ReadingList) => {
    close()
    return addToList(list, choice.issues)
  }
  const [one] = choice.issues
  const what = choice.issues.length === 1 && one ? one.label : countWords(choice.issues.length, 'issue')
  return html`
    <${Dialog} open title=${`Add ${what} to`} onClose=${close}>
      <ul class="choose-list">
        ${choice.lists.map(
          (list) => html`
            <li key=${list.list_id}>
              <button type="button" onClick=${() => pick(list)}>
                ${list.name} <small>${countWords(list.issues, 'issue')}</small>
              </button>
            </li>
          `,
        )}
      </ul>
    <//>
  `
}
