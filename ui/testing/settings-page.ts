import { html } from '../html'
import { SettingsPage } from '../pages/settings/settings'
import { type ReceivedRequest, type Replies, renderPage } from './render-page'

/** The settings page with its advanced settings, over a fake server that keeps changes. */
export async function openSettings(config: Record<string, unknown> = {}, more: Replies = {}) {
  localStorage.setItem('panelkeep-settings-advanced', 'on')
  let now = config
  const keep = ({ body }: ReceivedRequest) => {
    now = { ...now, ...(body as object) }
    return { success: true, restart_required: [], ignored: [], pinned: [] }
  }
  const page = await renderPage(html`<${SettingsPage} />`, {
    path: '/settings',
    replies: { 'GET /api/config': () => now, 'PUT /api/config': keep, ...more },
  })
  const rowOf = (label: string) => {
    const heading = [...page.root.querySelectorAll('.setting h3')].find((one) => one.textContent === label)
    return heading?.closest('.setting') as HTMLElement
  }
  /** A field of the dialog that is open. */
  const field = (label: string) => {
    const named = [...page.root.querySelectorAll<HTMLLabelElement>('dialog label')]
    const id = named.find((one) => one.textContent === label)?.htmlFor
    const found = page.root.querySelector<HTMLInputElement>(`[id="${id}"]`)
    if (!found) throw new Error(`No field is called ${label}.`)
    return found
  }
  return {
    page,
    rowOf,
    /** The bodies that an endpoint received, in order. */
    sent: (name: string) => page.requests.filter((one) => one.name === name).map(({ body }) => body as never),
    labels: (section: string) =>
      [...page.root.querySelectorAll(`#${section} .setting h3`)].map((one) => one.textContent),
    turn: (label: string) => page.click(rowOf(label).querySelector('[role="switch"]') as HTMLElement),
    field,
    fill: (label: string, text: string) => page.type(`[id="${field(label).id}"]`, text),
    /** Changes a field that saves when it is left. */
    async choose(box: Element | null, value: string) {
      ;(box as HTMLSelectElement).value = value
      box?.dispatchEvent(new (window as never as typeof globalThis).Event('change', { bubbles: true }))
      await page.whenIdle()
    },
  }
}
