/** Commands to one vehicle or mission: each screen uses this hook, so that all report the answer in the same words. */
import { type CommandOutcome, calls } from '@greensward/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { errorText } from '../api/failure.ts'
import { invalidate, queryClient } from '../api/queries.ts'
import { isStop } from '../api/stops.ts'
import { notify } from './notify.tsx'
import { answerText } from './whyText.ts'

const COMMANDS = {
  startMission: calls.missions.start,
  resumeMission: calls.missions.resume,
  stopMission: calls.missions.stop,
  cancelMission: calls.missions.cancel,
  startMower: calls.mowers.start,
  stopMower: calls.mowers.stop,
  clearMower: calls.mowers.clear,
} as const
export type CommandName = keyof typeof COMMANDS

/** The vehicle's answer in the reader's language. */
export type CommandReport =
  | { readonly isAccepted: true; readonly text: string }
  | { readonly isAccepted: false; readonly text: string; readonly reason: string }

export interface Command {
  /** The command that waits for its answer. */
  readonly busy: CommandName | null
  readonly run: (command: CommandName, id: string, title: string) => Promise<CommandReport>
  /** Runs the command and shows a note with its answer. Resolves to whether it was accepted. */
  readonly send: (command: CommandName, id: string, title: string) => Promise<boolean>
}

const showReport = (report: CommandReport): void => {
  if (report.isAccepted) notify.done(report.text)
  else notify.failed(report.text, report.reason)
}

export function useCommand(): Command {
  const { t, i18n } = useTranslation()
  const [busy, setBusy] = useState<CommandName | null>(null)

  const reasonOf = (outcome: CommandOutcome): string => {
    const reason = answerText(outcome, i18n)
    if (outcome.outcome !== 'noAnswer') return reason ?? t('map.command.rejected')
    return reason === undefined ? t('map.command.noAnswer') : `${reason} ${t('map.command.unknownState')}`
  }

  const ask = async (command: CommandName, id: string, title: string): Promise<CommandReport> => {
    const failed = t(`map.command.${command}.failed`, { title })
    try {
      const outcome: CommandOutcome = await call(COMMANDS[command], { params: { id } })
      return outcome.outcome === 'accepted'
        ? { isAccepted: true, text: t(`map.command.${command}.accepted`, { title }) }
        : { isAccepted: false, text: failed, reason: reasonOf(outcome) }
    } catch (error) {
      return { isAccepted: false, text: failed, reason: errorText(error) }
    }
  }

  const run: Command['run'] = async (command, id, title) => {
    setBusy(command)
    const report = await ask(command, id, title)
    const again = invalidate(
      queryClient,
      calls.missions.get,
      calls.missions.list,
      calls.missions.logs,
      calls.missions.gate,
    )
    // A server that does not answer must not delay the report of a stop.
    if (!isStop(COMMANDS[command])) await again
    setBusy(null)
    return report
  }

  return {
    busy,
    run,
    send: async (command, id, title) => {
      const report = await run(command, id, title)
      showReport(report)
      return report.isAccepted
    },
  }
}
