import './facts.css'
import { call } from '../../../api/client'
import { cacheReply, invalidate, useQuery } from '../../../api/query'
import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Dialog } from '../../../parts/dialogs/dialog'
import { Icon } from '../../../parts/icons/icon'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { TimeText } from '../../../parts/text/when'
import { showToast } from '../../../state/toasts'
import { useBusy } from '../../../state/use-busy'
import type { ProviderSource, SourceLine } from '../wire'
import { type LinkTo, SeriesCandidateRow } from './candidate-row'
import { sourceWords } from './field-words'
import { FindSeries } from './find-series'

export type LinksSheetProps = { comic_id: string; name: string; kind: 'comic' | 'manga'; onClose: () => void }

/** The providers linked to this series, and candidates for other providers. */
export function LinksSheet({ comic_id, name, kind, onClose }: LinksSheetProps) {
  const { busy, run } = useBusy()
  const { data, error, reload } = useQuery('GET /api/series/:comic_id/metadata', { params: { comic_id } })
  const found = useQuery('GET /api/series/:comic_id/candidates', { params: { comic_id } })
  const change = (work: () => Promise<typeof data>, done: string) =>
    run(async () => {
      const reply = await work()
      if (reply) cacheReply('GET /api/series/:comic_id/metadata', { params: { comic_id } }, reply)
      invalidate('GET /api/series')
      showToast(done)
    })
  const link: LinkTo = (provider, provider_id) =>
    change(
      () =>
        call('PUT /api/series/:comic_id/sources/:provider', { params: { comic_id, provider }, body: { provider_id } }),
      `Linked with ${sourceWords(provider)}.`,
    )
  const unlink = ({ source, label }: SourceLine) =>
    change(
      () =>
        call('DELETE /api/series/:comic_id/sources/:provider', {
          params: { comic_id, provider: source as ProviderSource },
        }),
      `${label} is no longer used for ${name}.`,
    )
  const linked = (data?.sources ?? []).filter(({ provider_id }) => provider_id !== null)
  const candidates = (found.data?.candidates ?? []).filter(
    (one) => !linked.some(({ source }) => source === one.provider),
  )
  return html`
    <${Dialog} open kind="sheet" title="Metadata sources" help="metadata#match-a-series" onClose=${onClose}>
      <div class="links" aria-busy=${busy}>
        ${!data && error && html`<${ErrorLook} what="The links could not be loaded" detail=${error.detail} onRetry=${reload} />`}
        ${!data && !error && html`<${Skeleton} count=${2} />`}
        ${
          data &&
          linked.length === 0 &&
          html`
            <p class="job-aside">
              No metadata source yet. Titles and numbers come from your files. Link a source to get all issues, dates and covers.
            </p>
          `
        }
        <ul>${linked.map(
          (one) => html`
            <${LinkedProvider}
              key=${one.source}
              one=${one}
              busy=${busy}
              onUnlink=${() => unlink(one)}
            />
          `,
        )}</ul>
        ${found.loading && !found.data && html`<section><h3>Probably the same</h3><${Skeleton} count=${2} label="Searching the other sources" /></section>`}
        ${
          candidates.length > 0 &&
          html`
            <section>
              <h3>Probably the same</h3>
              <ul>${candidates.map(
                (one) => html`
                  <${SeriesCandidateRow}
                    key=${one.provider + one.provider_id}
                    one=${one}
                    busy=${busy}
                    onLink=${link}
                  />
                `,
              )}</ul>
            </section>
          `
        }
        ${found.data?.problem && html`<p class="job-aside">${found.data.problem}</p>`}
        ${found.data?.provider_failures?.map(({ provider, detail }) => html`<p key=${provider} class="job-aside">${detail}</p>`)}
        <${FindSeries} name=${name} kind=${kind} busy=${busy} onLink=${link} />
      </div>
    <//>
  `
}

function LinkedProvider({ one, busy, onUnlink }: { one: SourceLine; busy: boolean; onUnlink: () => void }) {
  const { label, url, checked_at, removed_at, primary } = one
  return html`
    <li class="link-line">
      <${Icon} name="link" />
      <span>
        <b>${label}</b>${primary && html` <small data-aside>· its data is used first</small>`}
        <small>
          ${
            removed_at
              ? html`
                Does not list it any more, since <${TimeText} at=${removed_at} />
              `
              : checked_at
                ? html`
                  Asked <${TimeText} at=${checked_at} />
                `
                : 'Not queried yet'
          }
        </small>
      </span>
      ${
        url &&
        html`
          <${Button}
            kind="quiet"
            size="small"
            icon="external"
            label=${`Open at ${label}`}
            onClick=${() => window.open(url, '_blank', 'noopener')}
          />
        `
      }
      <${Button} kind="quiet" size="small" icon="unlink" label=${`Unlink ${label}`} disabled=${busy} onClick=${onUnlink} />
    </li>
  `
}
