import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'

/** How browsers and reading apps reach this server. */
export function networkSection(form: OptionForm): Section {
  return {
    key: 'network',
    title: 'Network',
    settings: form.rows(
      'http_port',
      'enable_https',
      'https_cert',
      'https_key',
      'https_chain',
      'public_url',
      'http_root',
      'trusted_proxies',
    ),
  }
}
