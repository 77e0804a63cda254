import { calls } from '@greensward/contract'
import { gateOpen, type Mission, type Mower } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useCall } from '../../../api/index.ts'
import type { Command } from '../../../ui/index.ts'
import { CorrectFailsafes, GateList, GateRefusal, LoadingState, MowerIcon } from '../../../ui/index.ts'
import classes from './Inspector.module.css'

const GATE_EVERY_MS = 2_000

/** The pre-start checks of a planned mission, read again while it is shown. */
export function LiveGate({ mission }: { readonly mission: Mission }) {
  const gate = useCall(
    calls.missions.gate,
    { params: { id: mission.id } },
    { refetchInterval: GATE_EVERY_MS, keepPrevious: true },
  )
  if (gate.error !== null && gate.data === undefined) return <p className={classes.quiet}>{errorText(gate.error)}</p>
  return gate.data === undefined ? (
    <LoadingState />
  ) : (
    <GateList
      lines={gate.data.lines}
      compact
      action={line => <CorrectFailsafes line={line} mowerId={mission.mowerId} />}
    />
  )
}

interface StartNowProps {
  readonly mission: Mission
  readonly mower: Mower | undefined
  readonly title: string
  readonly command: Command
  /** Mow is two presses: the first opens the gate, the second starts. */
  readonly opened: boolean
  readonly onOpen: () => void
}

export function StartNow({ mission, mower, title, command, opened, onOpen }: StartNowProps) {
  const { t } = useTranslation()
  const gate = useCall(
    calls.missions.gate,
    { params: { id: mission.id } },
    { enabled: opened, refetchInterval: GATE_EVERY_MS, keepPrevious: true },
  )
  const button = useRef<HTMLButtonElement>(null)
  const isRead = opened && gate.data !== undefined
  // The checks come above the button that opened them, and push it out of a phone's sheet.
  useEffect(() => {
    if (isRead) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isRead])
  if (!opened) {
    return (
      <Button className={classes.grow ?? ''} h={48} fz="md" leftSection={<MowerIcon size={24} />} onClick={onOpen}>
        {mower === undefined ? t('map.mission.mowNow') : t('map.mission.mowNowWith', { mower: mower.name })}
      </Button>
    )
  }
  const isOpen = gate.data !== undefined && gateOpen(gate.data.lines)
  return (
    <>
      <GateRefusal lines={gate.data?.lines} />
      <Button
        ref={button}
        className={classes.grow ?? ''}
        h={48}
        fz="md"
        leftSection={<IconPlayerPlay size={22} />}
        disabled={!isOpen}
        loading={command.busy === 'startMission'}
        onClick={() => void command.send('startMission', mission.id, title)}
      >
        {t('missions.startNow')}
      </Button>
    </>
  )
}
