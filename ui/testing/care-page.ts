import { html } from '../html'
import { CarePage } from '../pages/care/care'
import { managerLibrary } from './manager-library'
import { type RenderedPage, type Replies, renderPage } from './render-page'

/** The care page in a test, with the requests that changed something and the buttons of its dialog. */
export async function openCare(path: string, replies: Replies = {}) {
  const page = await renderPage(html`<${CarePage} />`, { path, replies: { ...managerLibrary, ...replies } })
  return { ...page, ...careTools(page) }
}

function careTools(page: RenderedPage) {
  const named = (name: string, within: string): HTMLButtonElement => {
    const all = [...page.root.querySelectorAll<HTMLButtonElement>(`${within} button`)]
    const found = all.find((one) => one.textContent?.trim() === name)
    if (!found) throw new Error(`${within} has no button ${name}: ${page.root.innerHTML}`)
    return found
  }
  return {
    inDialog: (name: string) => named(name, '.dialog'),
    /** A button of the selection. */
    inBar: (name: string) => named(name, '.cover-bar'),
    hasDialog: () => page.root.querySelector('.dialog') !== null,
    select: (name: string) => page.click(page.find(`[aria-label="Select ${name}"]`)),
    /** The bodies that an endpoint received. */
    bodiesOf: (endpoint: string) => page.requests.filter(({ name }) => name === endpoint).map(({ body }) => body),
    countOf: (endpoint: string) => page.requests.filter(({ name }) => name === endpoint).length,
    /** The texts of the buttons of a row. */
    buttonsOf: (selector: string) =>
      [...page.root.querySelectorAll(`${selector} button`)].map(
        (one) => one.getAttribute('aria-label') ?? one.textContent?.trim(),
      ),
    hrefOf: (name: string) => page.named(name).getAttribute('href'),
    current: (label: string) =>
      page.root.querySelector(`[aria-label="${label}"] [aria-current]`)?.textContent?.replace(/\s+/g, ' ').trim(),
  }
}
