/** Each field of a feature changes its own property and keeps all others. */
import type { CourseFeature } from '@greensward/domain'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadAllTexts, startLanguage } from '../../../i18n/index.ts'
import { fillIn } from '../../../testing/openApp.tsx'
import { FeatureForm } from './FeatureForm.tsx'

beforeAll(async () => {
  fillIn()
  await startLanguage()
  await loadAllTexts()
})
afterEach(cleanup)

const featureOf = (kind: CourseFeature['kind'], properties: object): CourseFeature =>
  ({ type: 'Feature', id: 'a', kind, geometry: { type: 'Point', coordinates: [0, 51] }, properties }) as CourseFeature

const edit = (feature: CourseFeature, label: string, value: string): unknown => {
  const onChange = vi.fn()
  render(
    <MantineProvider>
      <FeatureForm feature={feature} zoneTypes={[]} holes={[]} view={() => null} onChange={onChange} />
    </MantineProvider>,
  )
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
  expect(onChange).toHaveBeenCalledTimes(1)
  return onChange.mock.calls[0]
}

test.each([
  ['zone', { title: 'Old', zoneTypeId: 't', holeId: 'h', rainModeRestricted: true }],
  ['missionArea', { title: 'Old', holeId: 'h' }],
  ['restriction', { title: 'Old', appliesTo: 'both', timetable: [] }],
  ['radius', { title: 'Old', appliesTo: 'both', radiusM: 5 }],
  ['road', { title: 'Old', type: 'service' }],
] as const)('the title of a %s', (kind, properties) => {
  const feature = featureOf(kind, properties)
  expect(edit(feature, 'Title', 'New')).toEqual([{ ...feature, properties: { ...properties, title: 'New' } }, 'title'])
})

test.each([
  ['radius', 'Radius (m)', '7', { title: 'Pond', appliesTo: 'both', radiusM: 5 }, { radiusM: 7 }, 'radius'],
  ['note', 'Note', 'Cut low', { label: 'Cut' }, { label: 'Cut low' }, 'label'],
] as const)('a field of a %s', (kind, label, value, properties, changed, field) => {
  const feature = featureOf(kind, properties)
  expect(edit(feature, label, value)).toEqual([{ ...feature, properties: { ...properties, ...changed } }, field])
})
