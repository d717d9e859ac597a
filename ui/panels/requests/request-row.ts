import './requests.css'
import { type ComponentChildren, html } from '../../html'
import { Cover } from '../../parts/covers/cover'
import { Mark } from '../../parts/status/mark'
import { TimeText } from '../../parts/text/when'
import { askerWords, REQUEST_STATES, requestPath, requestTitle, type WireRequest } from './request'

const COVER = 56

export type RequestRowProps = {
  request: WireRequest
  /** Whether the row names who asks; a reader's own requests do not. */
  named?: boolean
  /** Buttons. */
  children?: ComponentChildren
}

/** One request: what is asked for, by whom, since when, and what became of it. */
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
        <p class="request-who">${named && html`<span>${askerWords(request)}</span>`}<${TimeText} at=${asked_at} /></p>
        ${note && html`<p class="request-note">${note}</p>`}
        ${(state !== 'asked' || !named) && html`<p class="request-state"><${Mark} state=${mark} word=${word} /></p>`}
        ${reason && html`<p class="request-reason">${reason}</p>`}
      </div>
      ${children && html`<div class="request-does">${children}</div>`}
    </li>
  `
}
