import { type ComponentChildren, html } from '../../../html'
import { Icon } from '../../../parts/icons/icon'
import { breakable } from '../../../parts/text/breakable'
import { dayWords, pluralWords, sizeWords } from '../../../parts/text/format'
import { isolated } from '../../../parts/text/isolated'
import { NameLinks } from '../../../parts/text/name-links'
import { type NameKind, namePath } from '../../../parts/text/name-path'
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
    ['Characters', 'character', facts.characters],
    ['Teams', 'team', facts.teams],
    ['Locations', 'location', facts.locations],
    ['Genres', 'genre', facts.genres],
    ['Tags', 'tag', facts.tags],
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
        <${Part} title="Credits" rows=${people.map(({ role, names }) => [role, linked('person', names)] as const)} />
        <${Part}
          title="Contents"
          rows=${[...lists.map(([title, kind, all]) => [title, linked(kind, all)] as const), ['Story arcs', facts.arcs?.length && html`<${Arcs} arcs=${facts.arcs} />`] as const]}
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
                    <li key=${at + sentence}><${TimeText} at=${at} /><span>${isolated(sentence)}</span></li>
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

/** Names with their pages; nothing for an empty list. */
const linked = (kind: NameKind, names: readonly string[] | undefined) =>
  names?.length ? html`<${NameLinks} kind=${kind} names=${[...new Set(names)]} />` : undefined

function Arcs({ arcs }: { arcs: NonNullable<IssueDetail['facts']['arcs']> }) {
  return html`
    <span class="name-links">
      ${arcs.map(
        ({ name, number }, at) =>
          html`<span key=${name}>${at > 0 && ', '}<a href=${namePath('arc', name)}>${name}</a>${number && ` (part ${number})`}</span>`,
      )}
    </span>
  `
}

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
