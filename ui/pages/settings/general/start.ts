import type { OptionForm } from '../../../forms/option-form'
import type { Section } from '../../../forms/setting'
import { loginItemSetting } from './login-item'

export function startSection(form: OptionForm): Section {
  return {
    key: 'start-and-log',
    title: 'Start and log',
    settings: [
      loginItemSetting(),
      ...form.rows('launch_browser', 'log_level', 'max_logsize', 'max_logfiles', 'cache_size_mb'),
    ],
  }
}
