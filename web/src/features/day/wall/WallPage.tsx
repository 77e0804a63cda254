/** The day board on a wall: paired by a code, reads only, legible at five metres. It shows how old its data is. */
import { lateCalls } from '@greensward/contract/late'
import { Button, TextInput, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceCall } from '../../../api/deviceCall.ts'
import { usePairing } from '../../../api/usePairing.ts'
import { FullScreen, IconButton } from '../../../ui/index.ts'
import { useWakeLock } from '../../../ui/useWakeLock.ts'
import { useWallDay } from './useWallDay.ts'
import { WallBoard } from './WallBoard.tsx'
import classes from './WallPage.module.css'

const ENTRY = 'wall.device'

const keepToken = (token: string | null): void => {
  if (token === null) localStorage.removeItem(ENTRY)
  else localStorage.setItem(ENTRY, token)
}

export default function WallPage() {
  const [token, setToken] = useState(() => localStorage.getItem(ENTRY))
  const [isRevoked, setRevoked] = useState(false)
  useWakeLock(token !== null)
  const keep = (next: string | null): void => {
    keepToken(next)
    setRevoked(next === null)
    setToken(next)
  }
  return (
    <main className={classes.page}>
      {token === null ? (
        <Pairing isRevoked={isRevoked} onPaired={keep} />
      ) : (
        <Paired token={token} onRevoked={() => keep(null)} />
      )}
      <SchemeButton />
    </main>
  )
}

/** A screen on a wall has no menu: light or dark is one press. */
function SchemeButton() {
  const { t } = useTranslation()
  const { toggleColorScheme } = useMantineColorScheme()
  return (
    <span className={classes.scheme}>
      <IconButton label={t('wall.scheme')} onClick={toggleColorScheme}>
        <IconSun size={28} data-scheme="dark" />
        <IconMoon size={28} data-scheme="light" />
      </IconButton>
    </span>
  )
}

function Paired({ token, onRevoked }: { readonly token: string; readonly onRevoked: () => void }) {
  const { t } = useTranslation()
  const { day, receivedAtMs, isLost } = useWallDay(token, onRevoked)
  if (day === null || receivedAtMs === null)
    return <FullScreen title={t('shell.connecting')} text={t(isLost ? 'wall.noConnection' : 'shell.connectingText')} />
  return <WallBoard day={day} receivedAtMs={receivedAtMs} isLost={isLost} />
}

interface PairingProps {
  readonly isRevoked: boolean
  readonly onPaired: (token: string) => void
}

function Pairing({ isRevoked, onPaired }: PairingProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(() => t('wall.usualName'))
  const { code, setCode, refusal, isBusy, pair } = usePairing({
    redeem: typed => deviceCall(null, lateCalls.walls.redeem, { body: { code: typed, name } }),
    path: '/wall',
    unreached: t('wall.unreached'),
    wrongCode: t('wall.wrongCode'),
    onPaired: ({ token }) => onPaired(token),
  })
  return (
    <form className={classes.pairing} onSubmit={pair}>
      <h1>{t('wall.pairTitle')}</h1>
      {isRevoked && <p role="alert">{t('wall.revoked')}</p>}
      <p>{t('wall.pairText')}</p>
      <TextInput
        required
        label={t('wall.code')}
        value={code}
        maxLength={100}
        autoComplete="off"
        onChange={event => setCode(event.currentTarget.value)}
      />
      <TextInput
        required
        label={t('wall.name')}
        value={name}
        maxLength={60}
        onChange={event => setName(event.currentTarget.value)}
      />
      {refusal !== null && <p role="alert">{refusal}</p>}
      <Button type="submit" size="md" loading={isBusy}>
        {t('wall.pair')}
      </Button>
    </form>
  )
}
