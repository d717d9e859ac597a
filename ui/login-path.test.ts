import { expect, test } from 'bun:test'
import { loginPath, returnPath } from './login-path'

test('after the login the user returns to the requested page', () => {
  expect(loginPath('/series/12?tab=issues')).toBe('/login?redirect=%2Fseries%2F12%3Ftab%3Dissues')
  expect(returnPath('/series/12?tab=issues')).toBe('/series/12?tab=issues')
})

test('the library and the login page are not remembered as return pages', () => {
  expect(loginPath('/')).toBe('/login')
  expect(loginPath('/login')).toBe('/login')
  expect(returnPath('/login?step=scan')).toBe('/')
  expect(returnPath(undefined)).toBe('/')
})

test('the address after the login cannot leave Panelkeep', () => {
  for (const trick of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])
    expect(returnPath(trick)).toBe('/')
})
