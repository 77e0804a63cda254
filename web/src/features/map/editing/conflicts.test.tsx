import { calls } from '@greensward/contract'
import type { CourseFeature } from '@greensward/domain'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/index.ts'
import { loadAllTexts } from '../../../i18n/index.ts'
import { FAIRWAY, fairway } from '../../../map-editor/fakeCanvas.fixture.ts'
import { stage } from '../../../testing/openApp.tsx'
import { ConflictList } from './ConflictList.tsx'

const open = stage()
const of = (properties: object): CourseFeature =>
  ({ ...fairway, properties: { ...fairway.properties, ...properties } }) as CourseFeature
const [mine, theirs] = [of({ title: 'Mine' }), of({ title: 'Theirs', rainModeRestricted: true })]

test('a conflict says who changed what, and keeps of each field what is chosen', async () => {
  const user = userEvent.setup()
  const change = { revision: 7, label: 'Rename Zone 1', said: null, who: 'Mara Holt', at: '2026-11-20T05:42:00.000Z' }
  await open({
    path: '/account',
    prepare: wire => {
      wire.answer(calls.map.changes, { items: [{ ...change, added: 0, updated: 1, removed: 0 }], total: 1 })
      wire.answer(calls.mapHistory.change, { ...change, added: [], removed: [], updated: [[fairway, theirs]] })
    },
  })
  await loadAllTexts()
  const send = vi.fn()
  const state = { conflicts: [{ id: fairway.id, base: fairway, mine, theirs, fields: ['title'] }] }
  const context = { store: { send }, state, zoneTypes: [FAIRWAY], holes: [], map: () => null }
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <ConflictList context={context as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(await screen.findByText(/^Mara Holt, .*: Rename Zone 1$/)).toBeDefined()
  expect(screen.getByRole('radio', { name: 'Theirs: Theirs' })).toHaveProperty('checked', true)
  await user.click(screen.getByRole('radio', { name: 'Mine: Mine' }))
  await user.click(screen.getByRole('button', { name: 'Keep this choice' }))
  expect(send.mock.calls).toEqual([[{ type: 'settle', id: fairway.id, whose: { mine: ['title'] } }]])
})
