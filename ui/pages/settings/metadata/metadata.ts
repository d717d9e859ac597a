import { providerNames, providerOf } from '../../../../src/base/providers/descriptors'
import './metadata.css'
import type { OptionForm } from '../../../forms/option-form'
import type { Section, Setting } from '../../../forms/setting'
import { html } from '../../../html'
import { ProviderRow } from './provider-row'
import type { WireProvider } from './provider-words'
import { SourceOrder } from './source-order'

/** The providers that list releases. */
const releaseOptions = providerNames.flatMap((name) => providerOf(name).releases?.option ?? [])

/** `providers` are the states of the providers; undefined while loading. */
export function metadataSection(form: OptionForm, providers: readonly WireProvider[] = []): Section {
  return {
    key: 'metadata',
    title: 'Metadata',
    settings: [
      ...providerNames.map((name) => providerSetting(form, name, providers)),
      {
        ...form.row(
          'metadata_order',
          ({ value, onSave }) => html`<${SourceOrder} order=${String(value ?? '')} onChange=${onSave} />`,
        ),
        wide: false,
        standard: form.isDefault('metadata_order')
          ? undefined
          : providerNames.map((name) => providerOf(name).label).join(', '),
      },
      ...form.rows('dbupdate_interval', 'autowant_upcoming', 'autowant_all', 'annuals_on'),
      ...releaseOptions.flatMap((option) => form.rows(option)),
      ...form.rows('walksoftly_enabled', 'weekly_interval', 'ignored_publishers'),
      ...addressesOf(form).flatMap((option) => form.rows(option)),
    ],
  }
}

/** The addresses of the services, for mirrors and proxies. */
const addressesOf = ({ schema }: OptionForm) =>
  schema.filter(({ key, shown }) => shown === 'metadata' && key.endsWith('_url')).map(({ key }) => key)

function providerSetting(form: OptionForm, name: WireProvider['name'], all: readonly WireProvider[]): Setting {
  const provider = all.find((one) => one.name === name)
  const { label, page } = providerOf(name)
  const { about, terms } = page
  return {
    key: `provider_${name}`,
    label,
    about,
    terms: `metadata source provider test ${terms}`,
    wide: true,
    control: provider ? html`<${ProviderRow} provider=${provider} form=${form} />` : null,
  }
}
