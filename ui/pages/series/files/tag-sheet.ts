import { call } from '../../../api/client'
import { useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Icon } from '../../../parts/icons/icon'
import { Skeleton } from '../../../parts/status/skeleton'
import { countWords, pluralWords } from '../../../parts/text/format'
import type { FileCard } from '../issue-card'
import type { TagPreview } from '../wire'
import { convertible, formatsOf } from './convert-sheet'
import { useJob } from './job'
import { JobError, JobSheet } from './job-sheet'

export type TagSheetProps = {
  comic_id: string
  cards: readonly FileCard[]
  /** The selection is the whole series, so that the request names no issues. */
  whole?: boolean
  onConvert: () => void
  onClose: () => void
}

const isCbz = ({ format }: FileCard) => format === 'cbz'

/** A preview of the metadata in each file: the fields before and after, and those that cannot be written. */
export function TagSheet({ comic_id, cards, whole, onConvert, onClose }: TagSheetProps) {
  const job = useJob()
  const here = cards.filter(({ format }) => format !== '')
  const writable = here.filter(isCbz)
  const run = () =>
    job.start(() =>
      whole
        ? call('POST /api/metadata/metatag/group', { body: { comic_id } })
        : call('POST /api/metadata/metatag/bulk', { body: { comic_id, issue_ids: writable.map(({ id }) => id) } }),
    )
  const sheet = {
    comic_id,
    job,
    title: 'Write metadata to files',
    kind: 'sheet',
    doing: 'Writing metadata',
    action: writable.length > 0 ? `Write to ${countWords(writable.length, 'file')}` : undefined,
    icon: 'tag',
    onRun: run,
    onClose,
  }
  return html`<${JobSheet} ...${sheet}><${Plan} here=${here} writable=${writable} onConvert=${onConvert} /><//>`
}

type PlanProps = { here: readonly FileCard[]; writable: readonly FileCard[]; onConvert: () => void }

function tagWords(count: number): string {
  const files = pluralWords(
    count,
    '{count} CBZ file gets the metadata of its issue.',
    '{count} CBZ files get the metadata of their issues.',
  )
  return `${files} Pages are not changed, and fields of other programs stay.`
}

function Plan({ here, writable, onConvert }: PlanProps) {
  const turned = convertible(here)
  const others = here.filter((card) => !isCbz(card) && !turned.includes(card))
  return html`
    <p>${writable.length > 0 ? tagWords(writable.length) : 'None of these files can hold metadata as it is.'}</p>
    ${
      turned.length > 0 &&
      html`
        <div class="tag-cannot">
          <${Icon} name="alert" />
          <p>${formatsOf(turned)} cannot hold metadata.</p>
          <${Button} size="small" icon="package" onClick=${onConvert}>${pluralWords(turned.length, 'Convert it to CBZ first', 'Convert {count} to CBZ first')}<//>
        </div>
      `
    }
    ${
      others.length > 0 &&
      html`
        <p class="job-aside">
          ${pluralWords(
            others.length,
            `${formatsOf(others)} stays as it is: its format cannot hold metadata.`,
            `${formatsOf(others)} stay as they are: their format cannot hold metadata.`,
          )}
        </p>
      `
    }
    ${writable.length > 0 && html`<${OneByOne} cards=${writable} />`}
  `
}

/** Steps through the files; each preview is loaded when it is shown. */
function OneByOne({ cards }: { cards: readonly FileCard[] }) {
  const [at, setAt] = useState(0)
  const card = cards[Math.min(at, cards.length - 1)] as FileCard
  const { data, error } = useQuery('GET /api/metadata/metatag/preview/:issue_id', { params: { issue_id: card.id } })
  return html`
    <section class="tag-preview" aria-label="Before and after">
      <header>
        <h3>${card.label} ${card.name && html`<span>${card.name}</span>`}</h3>
        ${
          cards.length > 1 &&
          html`
            <span class="tag-steps">${at + 1} of ${cards.length}
              <${Button} kind="quiet" size="small" icon="arrow-left" label="The file before" disabled=${at === 0} onClick=${() => setAt(at - 1)} />
              <${Button} kind="quiet" size="small" icon="arrow-right" label="The next file" disabled=${at >= cards.length - 1} onClick=${() => setAt(at + 1)} />
            </span>
          `
        }
      </header>
      ${!data && !error && html`<${Skeleton} kind="rows" count=${5} label="Reading its metadata" />`}
      ${error && html`<${JobError}>${error.detail}<//>`}
      ${data && html`<${Fields} preview=${data} />`}
    </section>
  `
}

function Fields({ preview }: { preview: TagPreview }) {
  const { before, after, changed, writable, problem } = preview
  const stays = Object.keys(after).filter((key) => !changed.includes(key))
  if (!writable)
    return html`<p class="job-failed"><${Icon} name="alert" />${problem ?? 'This file cannot be written.'}</p>`
  return html`
    ${problem && html`<p class="job-aside">${problem}</p>`}
    ${changed.length === 0 && html`<p class="job-aside">This file is up to date.</p>`}
    <dl class="tag-fields">
      ${changed.map(
        (key) => html`
          <div key=${key}>
            <dt>${fieldNameWords(key)}</dt>
            <dd>${before[key] && html`<del>${before[key]}</del> `}${after[key] ? html`<ins>${after[key]}</ins>` : html`<small>removed</small>`}</dd>
          </div>
        `,
      )}
    </dl>
    ${
      stays.length > 0 &&
      html`
        <details class="tag-stays">
          <summary>${pluralWords(stays.length, '{count} field stays as it is', '{count} fields stay as they are')}</summary>
          <dl class="tag-fields">${stays.map((key) => html`<div key=${key}><dt>${fieldNameWords(key)}</dt><dd>${after[key]}</dd></div>`)}</dl>
        </details>
      `
    }
  `
}

/** `CoverArtist` → "Cover artist" */
export function fieldNameWords(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[ _]/)
  return words
    .map((word, at) =>
      at === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word === word.toUpperCase() ? word : word.toLowerCase(),
    )
    .join(' ')
}
