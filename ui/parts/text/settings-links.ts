import { type ComponentChildren, html } from '../../html'
import { isManager, isReader } from '../../state/user'
import { isolated } from './isolated'

/** The sections of the settings that sentences name, by their titles. */
const SECTIONS: Record<string, string> = { 'Download clients': 'clients' }
const NAMED =
  /(Settings, (?:Account|API key|Assistant|Completed downloads|Download clients|Folders|Indexers|Metadata|Naming|Network|Reading apps|Release rules|Story arcs))/

/** A sentence whose "Settings, Folders" leads to that section. Only the owner has all sections. */
export function withSettingsLinks(text: string): ComponentChildren {
  if (isReader() || isManager()) return isolated(text)
  return text
    .split(NAMED)
    .map((part, at) => (at % 2 === 1 ? html`<a href=${pathOf(part)}>${part}</a>` : isolated(part)))
}

function pathOf(words: string): string {
  const title = words.slice('Settings, '.length)
  return `/settings#${SECTIONS[title] ?? title.toLowerCase().replaceAll(' ', '-')}`
}
