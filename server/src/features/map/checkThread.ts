/** The rules of the map, off the event loop: a course of 54 holes takes half a second. */
import { checkFeatures } from '@greensward/domain'
import { serveThread } from '../../platform/threads/serveThread.ts'
import type { CheckInput, CheckRequest } from './courseChecks.ts'

serveThread<CheckRequest, ReturnType<typeof checkFeatures>>(({ json, busyZoneIds }) => {
  const input: Omit<CheckInput, 'busyZoneIds'> = JSON.parse(json)
  return checkFeatures({ ...input, busyZoneIds })
})
