import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from './accessibility'
import { eachLook, pageLoaded, type WatchedPage } from './browser'

/** Opens a page and waits until nothing of it is requested any more. */
export async function openQuietly(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await pageLoaded(page)
  await page.waitForLoadState('networkidle')
}

/** What is wrong with these pages, at desk and phone width, in light and dark: refusals, errors, accessibility. */
export async function pageFaults(
  { page, complaints, shot }: WatchedPage,
  url: string,
  paths: string[],
): Promise<string[]> {
  const faults: string[] = []
  for (const path of paths) {
    await openQuietly(page, url + path)
    expect(await page.getByRole('heading', { name: 'Ask the owner' }).count(), path).toBe(0)
    await eachLook(page, async (look) => {
      faults.push(...(await accessibilityFaults(page, 'colours')).map((fault) => `${path} ${look}: ${fault}`))
      await shot(`${look}${path.replaceAll('/', '_').slice(0, 40)}`)
    })
    faults.push(...complaints.splice(0).map((complaint) => `${path}: ${complaint}`))
  }
  return faults
}

/** Opens each menu of these pages. The reader of pages has menus that turn pages, so it is left out. */
export async function openMenus({ page }: WatchedPage, url: string, paths: string[]): Promise<void> {
  for (const path of paths.filter((path) => !path.startsWith('/read/'))) {
    await openQuietly(page, url + path)
    for (const menu of await page.locator('main button[aria-haspopup="menu"]:visible').all()) {
      await menu.click()
      await page.locator('[role="menu"]').first().waitFor()
      await page.keyboard.press('Escape')
    }
    await page.waitForLoadState('networkidle')
  }
}
