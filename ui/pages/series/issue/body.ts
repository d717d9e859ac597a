import { type ComponentChildren, html } from '../../../html'
import { Icon } from '../../../parts/icons/icon'
import { breakable } from '../../../parts/text/breakable'
import { dayWords, pluralWords, sizeWords } from '../../../parts/text/format'
import { TimeText } from '../../../parts/text/when'
import { currentUser, isReader, mayDownload } from '../../../state/user'
import type { IssueCard } from '../issue-card'
import type { IssueDetail } from '../wire'
import { creditsByRole } from './credits'
import { CreditsLoader } from './details'
import { fileFacts } from './file-facts'
import { downloadOf, pagesWords } from './hero'
import { MissingReason } from './why'

/** The details below the head of an issue: dates, credits, description, file, history. */
export function IssueBody({ detail, card }: { detail: IssueDetail; card: IssueCard }) {
  const { facts, files, history, sources, issue } = detail
  const reader = isReader()
  const dates = [
    ['Release date', issue.releaseDate],
    ['Cover date', issue.issueDate],
    ['Digital release', issue.digitalDate],
  ] as const
  const people = creditsByRole(facts.credits ?? [])
  const lists = [
    ['Characters', facts.characters],
    ['Teams', facts.teams],
    ['Places', facts.locations],
    ['Genres', facts.genres],
    ['Tags', facts.tags],
  ] as const
  const small = [
    ['Price', facts.price],
    ['Age rating', facts.age_rating],
    ['UPC', facts.upc],
    ['ISBN', facts.isbn],
  ] as const
  return html`
    <div class="issue-body">
      <div>
        ${!reader && html`<${MissingReason} detail=${detail} card=${card} /><${CreditsLoader} key=${issue.id} detail=${detail} />`}
        <${Part} title="Credits" rows=${people.map(({ role, names }) => [role, names.join(', ')] as const)} />
        <${Part}
          title="Contents"
          rows=${[...lists.map(([title, all]) => [title, all?.join(', ')] as const), ['Story arcs', facts.arcs?.map(arcWords).join(', ')] as const]}
        />
        ${
          history.length > 0 &&
          !reader &&
          html`
            <section>
              <h2>History</h2>
              <ol class="issue-history">
                ${history.map(
                  ({ at, sentence }) => html`
                    <li key=${at + sentence}><${TimeText} at=${at} /><span>${sentence}</span></li>
                  `,
                )}
              </ol>
            </section>
          `
        }
      </div>
      <div>
        <${Part} title="Dates" rows=${dates.map(([title, date]) => [title, dayWords(date)] as const)} />
        ${
          files.length > 0 &&
          html`<section><h2>${pluralWords(files.length, 'File', 'Files')}</h2>${files.map(
            (file) => html`
              <${File}
                key=${file.file_id}
                file=${file}
                detail=${detail}
              />
            `,
          )}</section>`
        }
        <${Part} title="Details" rows=${[...small, ...fileFacts(facts)]} />
        ${!currentUser.value?.limits_apply && html`<${Elsewhere} sources=${sources} />`}
      </div>
    </div>
  `
}

const arcWords = ({ name, number }: { name: string; number?: string }) => (number ? `${name} (part ${number})` : name)

type Row = readonly [title: string, value: ComponentChildren]

/** A section with known values only; left out when there are none. */
function Part({ title, rows }: { title: string; rows: readonly Row[] }) {
  const known = rows.filter(([, value]) => value)
  if (known.length === 0) return null
  return html`
    <section>
      <h2>${title}</h2>
      <dl class="issue-facts">${known.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
    </section>
  `
}

function File({ file, detail }: { file: IssueDetail['files'][number]; detail: IssueDetail }) {
  const { path, format, size, page_count, added_at } = file
  return html`
    <div class="issue-file">
      <p>${format.toUpperCase()}, ${sizeWords(size)}, ${pagesWords(page_count)}</p>
      ${!isReader() && html`<p><code>${breakable(path)}</code></p>`}
      <p>Added <${TimeText} at=${added_at} /> ${mayDownload() && html`<a ...${downloadOf(detail, file)}><${Icon} name="download" size="small" />Download</a>`}</p>
    </div>
  `
}

function Elsewhere({ sources }: Pick<IssueDetail, 'sources'>) {
  const linked = sources.filter(({ url }) => url !== null)
  if (linked.length === 0) return null
  return html`
    <section>
      <h2>Links</h2>
      <p class="series-elsewhere">
        ${linked.map(
          ({ label, url }) => html`
            <a key=${url} href=${url} target="_blank" rel="noopener noreferrer" aria-label=${`Open at ${label}`}>
              ${label}
              <${Icon} name="external" size="small" />
            </a>
          `,
        )}
      </p>
    </section>
  `
}
