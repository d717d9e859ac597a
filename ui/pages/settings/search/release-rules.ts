import type { OptionName } from '../../../api/contract'
import type { OptionForm } from '../../../forms/option-form'
import { ReleaseNameTest } from '../../../forms/release-rules/name-test'
import { ReleaseRuleList } from '../../../forms/release-rules/rule-list'
import type { Section, Setting } from '../../../forms/setting'
import { html, type VNode } from '../../../html'

/** Which releases are accepted. A rejected one can still be downloaded by hand. */
export function releaseRulesSection(form: OptionForm): Section {
  return {
    key: 'release-rules',
    title: 'Release rules',
    settings: [
      {
        key: 'release_rules',
        manager: true,
        label: 'Preferred and blocked releases',
        about:
          'Rules for words, release groups and formats in release names. The release with the highest score is downloaded; of several required words, groups or formats one is enough.',
        terms:
          'ignore refuse blocked required preferred words score quality cbr cbz ignore_search_words preferred_quality',
        wide: true,
        control: html`<${ReleaseRuleList} />` as VNode,
      },
      {
        key: 'release_name_test',
        manager: true,
        label: 'Test a release name',
        about: 'Shows the score of a release name, and which rules it matches.',
        terms: 'score rules try',
        wide: true,
        control: html`<${ReleaseNameTest} />` as VNode,
      },
      ...form.rows('minimum_score_comics', 'minimum_score_manga'),
      sizeLimit(form, 'use_minsize', 'minsize'),
      sizeLimit(form, 'use_maxsize', 'maxsize'),
      ...form.rows('search_languages', 'ignore_covers', 'usenet_retention', 'minseeds'),
    ],
  }
}

/** A limit that can be off. The switch and the amount are two options, for older tools. */
function sizeLimit(form: OptionForm, use: OptionName, size: OptionName): Setting {
  const turn = form.row(use).control
  const limit = form.row(size)
  return { ...limit, control: html`<div class="size-limit">${form.isOn(use) && limit.control}${turn}</div>` }
}
