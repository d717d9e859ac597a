import { useLocation } from 'preact-iso'
import { call } from '../../api/client'
import type { Reply } from '../../api/contract'
import { invalidate, useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Menu } from '../../parts/controls/menu'
import { SearchField } from '../../parts/controls/search-field'
import { Dialog } from '../../parts/dialogs/dialog'
import { countWords } from '../../parts/text/format'
import { type NameKind, namePath, wordsOfKind } from '../../parts/text/name-path'
import { runWithToast } from '../../state/run-with-toast'
import { showToast } from '../../state/toasts'
import { CoverFan } from './name-cover'

type Change = Reply<'PUT /api/names/spellings'>['before'][number]
const CHOICES = 20
const FAN = 36

const save = async (kind: NameKind, spellings: Change[]): Promise<Change[]> => {
  const { before } = await call('PUT /api/names/spellings', { body: { kind, spellings } })
  invalidate('GET /api/names')
  return before
}

/** Saves spellings and shows a notice with an undo. */
async function changeSpellings(kind: NameKind, spellings: Change[], words: string): Promise<void> {
  await runWithToast(async () => {
    const before = await save(kind, spellings)
    const undo = () => runWithToast(() => save(kind, before))
    showToast(words, { action: { label: 'Undo', run: undo } })
  })
}

/** The menu of a name that joins another spelling. */
export function SpellingActions({ kind, name }: { kind: NameKind; name: string }) {
  const [choosing, setChoosing] = useState(false)
  const items = [{ label: 'Join another spelling', icon: 'link' as const, onPick: () => setChoosing(true) }]
  return html`
    <${Menu} title=${`More for ${name}`} items=${items} />
    ${choosing && html`<${ChooseSpelling} kind=${kind} name=${name} onClose=${() => setChoosing(false)} />`}
  `
}

type ChooseProps = { kind: NameKind; name: string; onClose: () => void }

function ChooseSpelling({ kind, name, onClose }: ChooseProps) {
  const [typed, setTyped] = useState(name.split(/\s+/).at(-1) ?? name)
  const q = typed.trim()
  const { data } = useQuery(
    'GET /api/names',
    { query: { kind, sort: 'issues', limit: CHOICES, offset: 0, ...(q && { q }) } },
    { keep: true },
  )
  const others = (data?.names ?? []).filter((one) => one.name !== name)
  const pick = async (other: string) => {
    onClose()
    await changeSpellings(kind, [{ name: other, of: name }], `${other} is now another spelling of ${name}.`)
  }
  return html`
    <${Dialog} open kind="sheet" title=${`Another spelling of ${name}`} help="library#people-characters-and-other-names" onClose=${onClose} foot=${html`<${Button} onClick=${onClose}>Cancel<//>`}>
      <p class="name-none">Its issues are shown with ${name} from now on, also after new scans. You can separate the two again.</p>
      <${SearchField} label=${`Search ${wordsOfKind(kind).label.toLowerCase()}`} value=${typed} onInput=${setTyped} />
      ${data && others.length === 0 && html`<p class="name-none" role="status">No other name matches.</p>`}
      <ul class="name-choices">
        ${others.map(
          ({ name: other, issues, series, covers }) => html`
            <li key=${other}>
              <button class="name-tile" type="button" onClick=${() => pick(other)}>
                <${CoverFan} covers=${covers} width=${FAN} />
                <span class="name-tile-words">
                  <b>${other}</b>
                  <small>${[countWords(issues, 'issue'), countWords(series, 'series', 'series')].join(' · ')}</small>
                </span>
              </button>
            </li>
          `,
        )}
      </ul>
    <//>
  `
}

type SpellingsProps = { kind: NameKind; name: string; spellings: readonly string[]; manages: boolean }

/** "Also written Anne Lee": what was joined, each with a way to separate it. */
export function Spellings({ kind, name, spellings, manages }: SpellingsProps) {
  const { route } = useLocation()
  const separate = async (spelling: string) => {
    await changeSpellings(kind, [{ name: spelling, of: null }], `${spelling} and ${name} are separate names again.`)
  }
  const stand = async (spelling: string) => {
    const others = spellings.filter((one) => one !== spelling)
    const changes = [spelling, ...others].map((one) => ({ name: one, of: null }))
    const joined = [name, ...others].map((one) => ({ name: one, of: spelling }))
    await changeSpellings(kind, [...changes, ...joined], `The name is shown as ${spelling}.`)
    route(namePath(kind, spelling), true)
  }
  return html`
    <p class="name-spellings">
      Also written
      ${spellings.map((spelling) => {
        const items = [
          { label: `Show the name as ${spelling}`, icon: 'check' as const, onPick: () => stand(spelling) },
          { label: 'Separate', icon: 'unlink' as const, apart: true, onPick: () => separate(spelling) },
        ]
        return html`<span key=${spelling}>${spelling}${manages && html`<${Menu} title=${`More for ${spelling}`} items=${items} />`}</span>`
      })}
    </p>
  `
}
