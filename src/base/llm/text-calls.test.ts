import { expect, test } from 'bun:test'
import { readTextCalls } from './text-calls'

const read = (text: string) => readTextCalls(text, (name) => ['gaps', 'weeks'].includes(name))
const call = (name: string, text: string) => ({ name, arguments: text })

test.each<[text: string, calls: object[] | undefined]>([
  ['{"pattern_id":"gaps","parameters":{"n":1}}', [call('gaps', '{"n":1}')]],
  ['{"name":"gaps","arguments":"{\\"n\\":1}"}', [call('gaps', '{"n":1}')]],
  ['{"tool":"gaps","params":{"n":1}}', [call('gaps', '{"n":1}')]],
  ['{"name":"gaps"}', [call('gaps', '{}')]],
  ['{"function":{"name":"gaps"}}', [call('gaps', '{}')]],
  ['{"name":"gaps","function":"x"}', [call('gaps', '{}')]],
  ['[{"name":"gaps"},{"name":"weeks"}]', [call('gaps', '{}'), call('weeks', '{}')]],
  ['[]', undefined],
  ['[{"name":"gaps"},{"name":"drop"}]', undefined],
  ['[[{"name":"gaps"}]]', undefined],
  ['{"name":"gaps","arguments":[1]}', undefined],
  ['{"name":"gaps","arguments":7}', undefined],
  ['{"name":"gaps","function":[]}', [call('gaps', '{}')]],
  ['{"name":7}', undefined],
  ['null', undefined],
  ['gaps', undefined],
])('%s is %j', (text, calls) => {
  expect(read(text)).toEqual(calls as never)
})
