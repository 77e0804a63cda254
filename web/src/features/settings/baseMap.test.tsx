/** The base map in the main settings: what was understood of a pasted address, and what it lacks. */
import { calls } from '@greensward/contract'
import type { MapSettings } from '@greensward/domain'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleAnswer } from '../../testing/sampleAnswer.ts'

const open = stage()
const SLOW = { timeout: 20_000 }
const settings: MapSettings = sampleAnswer(calls.settings.get, {
  ...{ minZoom: 13, defaultZoom: 16, maxZoom: 20, minNativeZoom: 13, maxNativeZoom: 20 },
  ...{ topLeftLon: -1, topLeftLat: 1, bottomRightLon: 1, bottomRightLat: -1 },
  ...{ courseName: 'Course', timeZone: 'UTC', courseMapUrl: '', baseMapUrl: '', baseMapAttribution: '' },
})

test('says what a pasted address was understood as, and asks who made the map before it saves', async () => {
  const user = userEvent.setup()
  const { wire } = await open({
    path: '/settings/main-settings',
    prepare: wire => {
      wire.answer(calls.settings.get, settings)
      wire.answer(calls.settings.update, settings)
    },
  })
  const field = await screen.findByLabelText('Address of the base map', undefined, SLOW)
  const paste = async (address: string): Promise<void> => {
    await user.clear(field)
    await user.click(field)
    await user.paste(address)
  }
  await paste('https://w.example.org/wms?service=WMS&request=GetCapabilities')
  expect(
    await screen.findByText('Needs LAYERS: add &LAYERS=... with a name from the list of the service'),
  ).toBeDefined()
  await paste('https://f.example.org/course.pmtiles')
  expect(await screen.findByText(/^Understood as PMTiles\. The server of the file must/)).toBeDefined()
  const address = 'https://w.example.org/wms?service=WMS&version=1.1.1&layers=aerial&format=image/jpeg'
  await paste(address)
  expect(await screen.findByText('Understood as WMS 1.1.1 · aerial · EPSG:3857 · image/jpeg.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Name who made the base map')).toBeDefined()
  expect(wire.bodiesOf(calls.settings.update)).toEqual([])
  await user.click(screen.getByLabelText('Attribution'))
  await user.paste('Survey of the county')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(wire.bodiesOf(calls.settings.update)).toEqual([
      { baseMapUrl: address, baseMapAttribution: 'Survey of the county' },
    ]),
  )
})
