import type { OptionName } from '../../../api/contract'
import type { OptionForm } from '../../../forms/option-form'
import type { Section, Setting } from '../../../forms/setting'
import { html } from '../../../html'

/** Which releases are accepted. A rejected one can still be downloaded by hand. */
export function releaseRulesSection(form: OptionForm): Section {
  return {
    key: 'release-rules',
    title: 'Release rules',
    settings: [
      sizeLimit(form, 'use_minsize', 'minsize'),
      sizeLimit(form, 'use_maxsize', 'maxsize'),
      ...form.rows(
        'ignore_search_words',
        'search_languages',
        'preferred_quality',
        'ignore_covers',
        'usenet_retention',
        'minseeds',
      ),
    ],
  }
}

/** A limit that can be off: older tools keep whether and how much apart. */
function sizeLimit(form: OptionForm, use: OptionName, size: OptionName): Setting {
  const turn = form.row(use).control
  const limit = form.row(size)
  return { ...limit, control: html`<div class="size-limit">${form.isOn(use) && limit.control}${turn}</div>` }
}
