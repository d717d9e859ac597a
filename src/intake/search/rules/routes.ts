import { Elysia } from 'elysia'
import { SuccessReply } from '../../../base/http/wire'
import * as schema from './schema'
import type { ReleaseRules } from './service'

/** Release rules: preferred, required and blocked words, groups and formats. */
export const releaseRuleRoutes = ({ releaseRules }: { releaseRules: ReleaseRules }) =>
  new Elysia({ tags: ['config'] })
    .get('/api/config/release-rules', ({ query }) => releaseRules.list(query.comic_id), {
      query: schema.RulesQuery,
      response: schema.RuleList,
    })
    .post('/api/config/release-rules', ({ body }) => releaseRules.add(body), {
      body: schema.NewRule,
      response: schema.SavedRule,
    })
    .post('/api/config/release-rules/test', ({ body }) => releaseRules.test(body), {
      body: schema.TestedName,
      response: schema.NameScore,
    })
    .put('/api/config/release-rules/:rule_id', ({ params, body }) => releaseRules.change(params.rule_id, body), {
      params: schema.RuleParams,
      body: schema.ChangedRule,
      response: schema.SavedRule,
    })
    .delete('/api/config/release-rules/:rule_id', ({ params }) => releaseRules.remove(params.rule_id), {
      params: schema.RuleParams,
      response: SuccessReply,
    })
