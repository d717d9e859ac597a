import { expect, test } from 'bun:test'
import { networkContains } from './networks'

test.each([
  ['192.0.2.50', '192.0.2.50', true],
  ['192.0.2.50', '192.0.2.51', false],
  ['192.0.2.0/24', '192.0.2.255', true],
  ['192.0.2.0/28', '192.0.2.50', false],
  ['0.0.0.0/0', '198.51.100.1', true],
  ['10.0.0.0/8', '2001:db8::1', false],
  ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', true],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['fd00::/8', 'fd12:3456::7', true],
  ['::/0', 'fe80::1', true],
  ['::ffff:192.0.2.0/120', '::ffff:192.0.2.9', true],
  ['192.0.2.0/33', '192.0.2.0', false],
  ['192.0.2.0/x', '192.0.2.0', false],
  ['192.0.2', '192.0.2.0', false],
  ['300.0.0.1', '300.0.0.1', false],
  ['2001:db8:::1', '2001:db8::1', false],
  ['1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8', false],
  ['2001::db8::1', '2001:db8::1', false],
  ['', '', false],
])('%p contains %p: %p', (network, ip, contains) => {
  expect(networkContains(network, ip)).toBe(contains)
})
