import { useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { ErrorLook } from '../../../parts/status/error-look'
import { Mark } from '../../../parts/status/mark'
import { Skeleton } from '../../../parts/status/skeleton'
import { TimeText, whenWords } from '../../../parts/text/when'
import { type Notice, noticeLook } from './notice-words'

const PER_LOOK = 20
/** The most notifications that one answer contains. */
const MOST = 100

/** The notifications of the last month, sent or not. */
export function NoticeLog() {
  const [limit, setLimit] = useState(PER_LOOK)
  const { data, error, reload } = useQuery('GET /api/config/notifications/log', { query: { limit } }, { keep: true })
  const more = data?.pagination.has_more && limit < MOST
  return html`
    <section class="system-section" aria-labelledby="notices">
      <h2 id="notices">Recent notifications</h2>
      ${
        !data && error
          ? html`<${ErrorLook} what="The notifications could not be loaded" detail=${error.detail} onRetry=${reload} />`
          : !data
            ? html`<${Skeleton} count=${4} label="Loading notifications" />`
            : data.notices.length === 0
              ? html`<p class="system-quiet">Nothing yet. Each notification is listed here for a month with its delivery.</p>`
              : html`
                <ul class="notices" aria-label="Recent notifications">
                  ${data.notices.map((notice) => html`<${NoticeLine} key=${notice.notice_id} notice=${notice} />`)}
                </ul>
              `
      }
      ${more && html`<${Button} size="small" onClick=${() => setLimit(MOST)}>Show more<//>`}
    </section>
  `
}

function NoticeLine({ notice }: { notice: Notice }) {
  const { title, body, page, state, error, created_at, next_at, target_name } = notice
  const { mark, word } = noticeLook(notice)
  return html`
    <li class="system-row notice">
      <div>
        <p class="system-name">${page ? html`<a href=${page}>${title}</a>` : title}</p>
        ${body && html`<p class="notice-body">${body}</p>`}
        ${error && state !== 'done' && html`<p class="system-wrong">${error}${next_at && ` Next try ${whenWords(next_at)}.`}</p>`}
      </div>
      <p class="system-how"><${Mark} state=${mark} word=${word} /><small>${target_name}, <${TimeText} at=${created_at} /></small></p>
    </li>
  `
}
