import './requests.css'
import { type ComponentChildren, html } from '../../html'
import { Cover } from '../../parts/covers/cover'
import { Avatar } from '../../parts/icons/avatar'
import { Mark } from '../../parts/status/mark'
import { TimeText } from '../../parts/text/when'
import { askerWords, REQUEST_STATES, requestPath, requestTitle, type WireRequest } from './request'

const COVER = 56

/** Faces in a row; more would push the names away. */
const MOST_FACES = 3

export type RequestRowProps = {
  request: WireRequest
  /** Whether the row names who asks; a reader's own requests do not. */
  named?: boolean
  /** Buttons. */
  children?: ComponentChildren
}

/** A request with its title, askers, age and state. */
export function RequestRow({ request, named, children }: RequestRowProps) {
  const { title, cover_url, state, note, asked_at, reason } = request
  const path = requestPath(request)
  const name = requestTitle(request)
  const { state: mark, word } = REQUEST_STATES[state]
  return html`
    <li class="request">
      <span class="request-cover"><${Cover} name=${title} src=${cover_url} width=${COVER} /></span>
      <div class="request-what">
        <p class="request-name">${path ? html`<a href=${path}>${name}</a>` : html`<b>${name}</b>`}</p>
        <p class="request-who">${named && html`<${Askers} request=${request} />`}<${TimeText} at=${asked_at} /></p>
        ${note && html`<p class="request-note">${note}</p>`}
        ${(state !== 'asked' || !named) && html`<p class="request-state"><${Mark} state=${mark} word=${word} /></p>`}
        ${reason && html`<p class="request-reason">${reason}</p>`}
      </div>
      ${children && html`<div class="request-does">${children}</div>`}
    </li>
  `
}

function Askers({ request }: { request: WireRequest }) {
  const faces = request.asked_by.slice(0, MOST_FACES)
  return html`
    <span class="request-askers">
      ${faces.map((user) => html`<${Avatar} key=${user.user_id} ...${user} size="small" />`)}
      <span>${askerWords(request)}</span>
    </span>
  `
}
