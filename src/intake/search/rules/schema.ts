import { t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { Id, OneOf } from '../../../base/http/wire'
import { contentTypes } from '../../../library/series/states'
import { ruleLevels, ruleMatches, ruleScopes } from '../states'

const Text = t.String()
/** Limit of a score, positive or negative. */
export const MOST_SCORE = 1000

export const RuleParams = t.Object({ rule_id: Id })
/** With `comic_id`, the rules that apply to that series. */
export const RulesQuery = t.Object({ comic_id: t.Optional(Id) })

export const ReleaseRuleView = t.Object({
  rule_id: Id,
  match: OneOf(ruleMatches),
  text: Text,
  scope: OneOf(ruleScopes),
  comic_id: t.Nullable(Id),
  /** Name of the series for the scope `series`. */
  series: t.Nullable(Text),
  level: OneOf(ruleLevels),
  score: Integer(),
})
export type ReleaseRuleView = typeof ReleaseRuleView.static
export const RuleList = t.Object({ rules: t.Array(ReleaseRuleView) })

export const NewRule = t.Object({
  match: OneOf(ruleMatches),
  text: t.String({ maxLength: 200 }),
  scope: OneOf(ruleScopes),
  comic_id: t.Optional(t.Nullable(Id)),
  level: OneOf(ruleLevels),
  score: t.Optional(t.Integer({ minimum: -MOST_SCORE, maximum: MOST_SCORE })),
})
export type NewRule = typeof NewRule.static
export const ChangedRule = t.Partial(NewRule)
export type ChangedRule = typeof ChangedRule.static
export const SavedRule = t.Object({ success: t.Literal(true), rule: ReleaseRuleView })

/** A series, or a kind of series. */
export const TestedName = t.Object({
  title: t.String({ minLength: 1, maxLength: 500 }),
  comic_id: t.Optional(t.Nullable(Id)),
  kind: t.Optional(OneOf(contentTypes)),
})
export type TestedName = typeof TestedName.static

export const NameScore = t.Object({
  /** The release group in the name; empty when it has none. */
  group: Text,
  format: Text,
  score: Integer(),
  /** Null without a minimum score. */
  minimum: t.Nullable(Integer()),
  /** `manual`: the score is too low for automatic downloads. */
  result: OneOf(['accepted', 'manual', 'rejected']),
  /** A sentence for each rule that the name matches or lacks. */
  lines: t.Array(t.Object({ level: OneOf(ruleLevels), score: Integer(), text: Text })),
})
export type NameScore = typeof NameScore.static
