import { signal } from '../html'

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'panelkeep.theme'
const GROUND = { light: '#faf8f4', dark: '#121316' }

export const theme = signal<Theme>('system')

/** Applies the remembered choice. The colours are in the rules for `:root[data-theme]`. */
export function startTheme(): void {
  const saved = localStorage.getItem(KEY)
  if (saved === 'light' || saved === 'dark') apply(saved)
}

export function chooseTheme(choice: Theme): void {
  if (choice === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, choice)
  apply(choice)
}

function apply(choice: Theme): void {
  theme.value = choice
  const root = document.documentElement
  if (choice === 'system') delete root.dataset.theme
  else root.dataset.theme = choice
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = GROUND[choice === 'system' ? own : choice]
  }
}
