/** Commands to one vehicle or mission: each screen uses this hook, so that all report the answer in the same words. */
import { type Call, type CommandOutcome, calls } from '@greensward/contract'
import type { Position } from '@greensward/domain'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/failure.ts'
import { invalidate, queryClient } from '../../api/queries.ts'
import { isStop } from '../../api/stops.ts'
import { notify } from '../notify.tsx'
import { answerText } from '../text/whyText.ts'

const COMMANDS = {
  startMission: calls.missions.start,
  resumeMission: calls.missions.resume,
  stopMission: calls.missions.stop,
  cancelMission: calls.missions.cancel,
  sendHome: calls.mowers.sendHome,
  startMower: calls.mowers.start,
  stopMower: calls.mowers.stop,
  clearMower: calls.mowers.clear,
} as const
export type CommandName = keyof typeof COMMANDS
/** A drive to a point needs the point as well. */
type Sent = CommandName | 'driveTo'

/** The vehicle's answer in the reader's language. */
export type CommandReport =
  | { readonly isAccepted: true; readonly text: string }
  | { readonly isAccepted: false; readonly text: string; readonly reason: string }

export interface Command {
  /** The command that waits for its answer. */
  readonly busy: Sent | null
  readonly run: (command: CommandName, id: string, title: string) => Promise<CommandReport>
  /** Runs the command and shows a note with its answer. Resolves to whether it was accepted. */
  readonly send: (command: CommandName, id: string, title: string) => Promise<boolean>
  /** Sends a mower to a point, as `send`. */
  readonly driveTo: (mowerId: string, title: string, to: Position) => Promise<boolean>
}

const showReport = (report: CommandReport): void => {
  if (report.isAccepted) notify.done(report.text)
  else notify.failed(report.text, report.reason)
}

export function useCommand(): Command {
  const { t, i18n } = useTranslation()
  const [busy, setBusy] = useState<Sent | null>(null)

  const reasonOf = (outcome: CommandOutcome): string => {
    const reason = answerText(outcome, i18n)
    if (outcome.outcome !== 'noAnswer') return reason ?? t('map.command.rejected')
    return reason === undefined ? t('map.command.noAnswer') : `${reason} ${t('map.command.unknownState')}`
  }

  const ask = async (command: Sent, title: string, asked: () => Promise<CommandOutcome>): Promise<CommandReport> => {
    const failed = t(`map.command.${command}.failed`, { title })
    try {
      const outcome = await asked()
      return outcome.outcome === 'accepted'
        ? { isAccepted: true, text: t(`map.command.${command}.accepted`, { title }) }
        : { isAccepted: false, text: failed, reason: reasonOf(outcome) }
    } catch (error) {
      return { isAccepted: false, text: failed, reason: errorText(error) }
    }
  }

  const perform = async (
    command: Sent,
    definition: Call,
    title: string,
    asked: () => Promise<CommandOutcome>,
  ): Promise<CommandReport> => {
    setBusy(command)
    const report = await ask(command, title, asked)
    const again = invalidate(
      queryClient,
      calls.missions.get,
      calls.missions.list,
      calls.missions.logs,
      calls.missions.gate,
    )
    // A server that does not answer must not delay the report of a stop.
    if (!isStop(definition)) await again
    setBusy(null)
    return report
  }

  const run: Command['run'] = (command, id, title) =>
    perform(command, COMMANDS[command], title, () => call(COMMANDS[command], { params: { id } }))

  const shown = (report: CommandReport): boolean => {
    showReport(report)
    return report.isAccepted
  }

  return {
    busy,
    run,
    send: async (command, id, title) => shown(await run(command, id, title)),
    driveTo: async (id, title, to) =>
      shown(
        await perform('driveTo', calls.mowers.driveTo, title, () =>
          call(calls.mowers.driveTo, { params: { id }, body: { to } }),
        ),
      ),
  }
}
