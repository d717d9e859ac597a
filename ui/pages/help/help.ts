import './help.css'
import { useRoute } from 'preact-iso'
import { guide } from '../../guide/guide'
import { hasHelp } from '../../guide/own-chapters'
import { html, useEffect } from '../../html'
import { AskOwnerPage } from '../../panels/ask-owner'
import { Button } from '../../parts/controls/button'
import { Empty } from '../../parts/status/empty'
import { ChapterView } from './chapter-view'
import { Contents } from './contents'

/** The user guide: its contents, or the chapter that the address names. */
export function HelpPage() {
  const { chapter: name } = useRoute().params
  const chapter = guide.find((one) => one.name === name)
  const title = chapter?.title
  useEffect(() => {
    if (title) document.title = `${title} · Help · Panelkeep`
  }, [title])
  if (name === undefined) return html`<${Contents} />`
  if (!chapter)
    return html`<${Empty} page icon="help" title="This chapter does not exist" text="The link is wrong."><${Button} kind="main" href="/help">Go to Help<//><//>`
  if (!hasHelp(chapter.name)) return html`<${AskOwnerPage} />`
  return html`<${ChapterView} key=${chapter.name} chapter=${chapter} />`
}
