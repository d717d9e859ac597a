import { type OptionForm, optionTerms } from '../../forms/option-form'
import type { Section } from '../../forms/setting'
import { html } from '../../html'
import { systemTabs } from '../../panels/system-tabs'
import { Button } from '../../parts/controls/button'

/** Search results outside the settings: the system pages, with the options that only these pages show. */
export function otherPagesSection(form: OptionForm): Section {
  const backups = form.schema.filter(({ shown }) => shown === 'backups')
  return {
    key: 'other-pages',
    title: 'Other pages',
    settings: systemTabs().map(({ tab, href, label, about, terms }) => ({
      key: `page_${tab}`,
      manager: true,
      label,
      about,
      terms: tab === 'backups' ? [terms, ...backups.map(optionTerms)].join(' ') : terms,
      control: html`<${Button} href=${href} label=${`Open: ${label}`}>Open<//>`,
    })),
  }
}
