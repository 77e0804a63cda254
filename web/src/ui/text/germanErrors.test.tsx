/** A refusal is read in the language of the screen, wherever it is shown; the English beside it is for programs. */

import { calls } from '@greensward/contract'
import type { Blade, GateLine, Mission } from '@greensward/domain'
import { gateLineCode, said } from '@greensward/messages'
import { screen, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { stage } from '../../testing/openApp.tsx'
import { sampleAnswer, sampleItem } from '../../testing/sampleAnswer.ts'
import type { Wire } from '../../testing/wire.ts'

const open = stage()
const SLOW = { timeout: 20_000 }
const ID = '00000000-0000-4000-8000-000000000001'
const OPEN: GateLine[] = [{ check: 'rain', verdict: 'passed', reason: 'noRainMode', values: {} }]

describe('starting a mission on a German screen', () => {
  const press = async (prepare: (wire: Wire) => void): Promise<string> => {
    const user: UserEvent = userEvent.setup()
    await open({
      path: '/missions',
      language: 'de',
      prepare: wire => {
        wire.answer(calls.missions.list, {
          items: [sampleItem(calls.missions.list, { id: ID, title: 'Grün 9', status: 'planned' }) as Mission],
          total: 1,
        })
        wire.answer(calls.missions.gate, sampleAnswer(calls.missions.gate, { lines: OPEN }))
        prepare(wire)
      },
    })
    await user.click(await screen.findByRole('button', { name: /Grün 9.* starten/ }, SLOW))
    const dialog = await screen.findByRole('dialog', {}, SLOW)
    await user.click(await within(dialog).findByRole('button', { name: 'Jetzt starten' }, SLOW))
    return (await within(dialog).findByRole('alert', {}, SLOW)).textContent ?? ''
  }

  test('shows a rejection of the mower in German', async () => {
    const text = await press(wire =>
      wire.answer(calls.missions.start, {
        outcome: 'rejected',
        reason: 'In English',
        why: { code: 'answer', params: { reason: 'notReady', message: 'In English' } },
        standingStill: null,
      }),
    )
    expect(text).toContain('Der Mäher kennt seine Position noch nicht gut genug.')
    expect(text).not.toContain('In English')
  })

  test('checks that are refused meanwhile are named in German', async () => {
    const lines = [{ code: gateLineCode('rain', 'rainModeRestricted'), params: {} }]
    const text = await press(wire =>
      wire.refuse(calls.missions.start, { kind: 'gateRefused', ...said('gateShut', { lines }), message: 'In English' }),
    )
    expect(text).toContain('Die Mission darf nicht starten: Regenmodus: diese Zone wird bei Nässe nicht gemäht')
  })
})

test('a blade that is fitted is not deleted, and its mower is named in German', async () => {
  const user = userEvent.setup()
  await open({
    path: '/settings/blades',
    language: 'de',
    prepare: wire => {
      const items = [sampleItem(calls.blades.list, { name: 'Reel', widthM: 2, missionSpeedMps: 1.5 }) as Blade]
      wire.answer(calls.blades.list, { items, total: 1 })
      wire.refuse(calls.blades.remove, {
        kind: 'conflict',
        ...said('bladeFitted', { who: 'Rook 1' }),
        message: 'It is fitted to Rook 1',
      })
    },
  })
  await user.click((await screen.findAllByRole('button', { name: 'Löschen: Reel' }, SLOW))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', {}, SLOW)
  await user.click(await within(dialog).findByRole('button', { name: /löschen/i }, SLOW))
  await screen.findByText('Es ist an Rook 1 montiert', {}, SLOW)
})
