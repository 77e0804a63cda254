import { type CourseFeature, featureTitle } from '@greensward/domain'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../../../ui/index.ts'
import classes from './ImportDialog.module.css'

/** Nobody reads a longer list; the search narrows it. */
const MOST_SHOWN = 200

interface SingleObjectsProps {
  /** All that the file would bring, with those that a person left out. */
  readonly features: readonly CourseFeature[]
  readonly leftOut: ReadonlySet<string>
  readonly onLeaveOut: (leftOut: ReadonlySet<string>) => void
}

/** The objects of a file one by one: those without a tick stay out. */
export function SingleObjects({ features, leftOut, onLeaveOut }: SingleObjectsProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  if (features.length === 0) return null
  const kindOf = ({ kind }: CourseFeature): string => t(`map.kind.${kind}`, { defaultValue: kind })
  const matching = features.filter(feature =>
    `${featureTitle(feature)} ${kindOf(feature)}`.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()),
  )
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(leftOut)
    if (isChosen) next.delete(id)
    else next.add(id)
    onLeaveOut(next)
  }
  const out = features.filter(({ id }) => leftOut.has(id)).length
  return (
    <section>
      <button type="button" className={classes.link} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t(out === 0 ? 'mapFiles.single.choose' : 'mapFiles.single.out', { count: out })}
      </button>
      {isOpen && (
        <>
          <SearchField label={t('common.search')} value={search} onSearch={setSearch} />
          {out > 0 && (
            <Button variant="subtle" px={8} onClick={() => onLeaveOut(new Set())}>
              {t('mapFiles.single.takeAll')}
            </Button>
          )}
          <ul className={classes.objects} aria-label={t('mapFiles.single.list')}>
            {matching.slice(0, MOST_SHOWN).map(feature => (
              <li key={feature.id}>
                <Checkbox
                  label={`${featureTitle(feature)} (${kindOf(feature)})`}
                  checked={!leftOut.has(feature.id)}
                  onChange={event => choose(feature.id, event.currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
          {matching.length === 0 && <p className={classes.plain}>{t('common.nothingFound')}</p>}
          {matching.length > MOST_SHOWN && (
            <p className={classes.plain}>{t('mapFiles.single.more', { count: matching.length - MOST_SHOWN })}</p>
          )}
        </>
      )}
    </section>
  )
}
