import { expect, test } from 'bun:test'
import { loginPath, returnPath } from './login-path'

test('who must log in comes back to where they wanted to go', () => {
  expect(loginPath('/series/12?tab=issues')).toBe('/login?redirect=%2Fseries%2F12%3Ftab%3Dissues')
  expect(returnPath('/series/12?tab=issues')).toBe('/series/12?tab=issues')
})

test('the library and the login itself need no way back', () => {
  expect(loginPath('/')).toBe('/login')
  expect(loginPath('/login')).toBe('/login')
  expect(returnPath('/login?step=scan')).toBe('/')
  expect(returnPath(undefined)).toBe('/')
})

test('a link cannot lead out of the house after login', () => {
  for (const trick of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])
    expect(returnPath(trick)).toBe('/')
})
