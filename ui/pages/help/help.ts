import './help.css'
import { useRoute } from 'preact-iso'
import { ownGuide } from '../../guide/own-guide'
import { html, useEffect } from '../../html'
import { Button } from '../../parts/controls/button'
import { Empty } from '../../parts/status/empty'
import { ChapterView } from './chapter-view'
import { Contents } from './contents'

/** The user guide: its contents, or the chapter that the address names. */
export function HelpPage() {
  const { chapter: name } = useRoute().params
  const chapter = ownGuide().find((one) => one.name === name)
  const title = chapter?.title
  useEffect(() => {
    if (title) document.title = `${title} · Help · Panelkeep`
  }, [title])
  if (name === undefined) return html`<${Contents} />`
  if (!chapter)
    return html`<${Empty} page icon="help" title="This chapter does not exist" text="The link is wrong."><${Button} kind="main" href="/help">Go to Help<//><//>`
  return html`<${ChapterView} key=${chapter.name} chapter=${chapter} />`
}
