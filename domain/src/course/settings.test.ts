import { expect, test } from 'vitest'
import { mapSettings } from './settings.ts'

test('addresses in the settings are http or https, and nothing a browser would run', () => {
  const { courseMapUrl, baseMapUrl } = mapSettings.shape
  const tile = '/{z}/{x}/{y}.png'
  for (const address of ['', 'https://example.org/', 'http://10.0.0.7:8080/course'])
    expect([address, courseMapUrl.safeParse(address).success]).toEqual([address, true])
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//example.org',
    'example.org',
  ]) {
    expect([address, courseMapUrl.safeParse(address).success]).toEqual([address, false])
    expect([address, baseMapUrl.safeParse(address + tile).success]).toEqual([address, false])
  }
  expect(baseMapUrl.safeParse(`https://example.org${tile}`).success).toBe(true)
})
