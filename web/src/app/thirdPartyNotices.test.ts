import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noticesOf } from '../../thirdPartyNotices.ts'

const notices = noticesOf(join(import.meta.dirname, '../../..'))

test.each(['react', 'ol', 'axios', 'web-push', 'pg', 'fastify'])('%s is named with its licence', name => {
  expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\nLicence: \\S+\n\n\\S`, 'm'))
})

test.each(['vitest', 'mavlink-mappings', 'knip'])('%s, which no installation runs, is not named', name => {
  expect(notices).not.toMatch(new RegExp(`^${name} \\d`, 'm'))
})
