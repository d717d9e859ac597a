import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const RULES = {
  all: {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // Experimental in axe, so not among its tags: voice control finds a control by its visible text.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  },
  /** The rules that depend on the theme. All other rules are about elements, which both themes share. */
  colours: { runOnly: ['color-contrast', 'link-in-text-block'] },
}

/** The rules that the page breaks, with the elements that break them. */
export async function accessibilityFaults(page: Page, rules: keyof typeof RULES = 'all'): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source)
  const options = { ...RULES[rules], resultTypes: ['violations'] }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
