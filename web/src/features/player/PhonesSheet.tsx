import { IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PlayerSheet } from './PlayerSheet.tsx'
import type { PlayerView } from './playerView.ts'
import classes from './sheets.module.css'

interface PhonesSheetProps {
  readonly phones: PlayerView['phones']
  readonly onClose: () => void
}

export function PhonesSheet({ phones, onClose }: PhonesSheetProps) {
  const { t } = useTranslation()
  return (
    <PlayerSheet title={t('player.phones.title')} onClose={onClose}>
      {phones.length === 0 ? (
        <p>{t('player.phones.none')}</p>
      ) : (
        <ul className={classes.list}>
          {phones.map(({ id, phone, department }) => (
            <li key={id}>
              <a className={classes.phone} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
                <IconPhone size={32} aria-hidden />
                <span className={classes.words}>
                  <strong>{department}</strong>
                  <span>{phone}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </PlayerSheet>
  )
}
