/** The table against an independent reading of the dialects. */
import { REGISTRY as ardupilotmega } from 'mavlink-mappings/dist/lib/ardupilotmega.js'
import { REGISTRY as common } from 'mavlink-mappings/dist/lib/common.js'
import { REGISTRY as minimal } from 'mavlink-mappings/dist/lib/minimal.js'
import { REGISTRY as standard } from 'mavlink-mappings/dist/lib/standard.js'
import { expect, test } from 'vitest'
import { layoutById, messageNames } from './index.ts'

const theirs = [minimal, standard, common, ardupilotmega].flatMap(registry => Object.values(registry))

test('every message of the dialects has the CRC_EXTRA that its frames are checked with', () => {
  expect(theirs.length).toBeGreaterThan(290)
  for (const { MSG_ID, MSG_NAME, MAGIC_NUMBER } of theirs)
    expect([MSG_NAME, layoutById(MSG_ID)?.crcExtra]).toEqual([MSG_NAME, MAGIC_NUMBER])
})

test.each(messageNames)('%s has its fields where the dialects have them', name => {
  const message = theirs.find(({ MSG_NAME }) => MSG_NAME === name)
  const layout = layoutById(message?.MSG_ID ?? -1)
  expect(layout?.name).toBe(name)
  expect(layout?.length).toBe(message?.PAYLOAD_LENGTH)
  expect(layout?.fields).toEqual(
    message?.FIELDS.map(field => ({
      name: field.name.replace(/^_/, ''),
      type: field.type.replace('[]', '').replace(/_t(_mavlink_version)?$/, ''),
      offset: field.offset,
      size: field.size,
      length: field.length,
      extension: field.extension,
    })),
  )
})
