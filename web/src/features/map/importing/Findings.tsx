import type { ImportPreview } from '@greensward/contract'
import { type CourseFeature, featureTitle } from '@greensward/domain'
import { Button, Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { faultText } from '../../../api/index.ts'
import type { CourseMapHandle } from '../../../map-view/CourseMapView.tsx'
import { StatusPill } from '../../../ui/index.ts'
import classes from './ImportDialog.module.css'

/** Nobody reads a list with more faults than this. */
const MOST_FAULTS = 200

interface FindingsProps {
  readonly preview: ImportPreview
  /** What goes onto the map. */
  readonly added: readonly CourseFeature[]
  readonly map: () => CourseMapHandle | null
}

/** The contents of a file: counts by kind, left-out, repaired and refused objects, each with a link to its position. */
export function Findings({ preview, added, map }: FindingsProps) {
  const { t } = useTranslation()
  const ignored = Object.values(preview.ignored).reduce((sum, one) => sum + one, 0)
  const counts = new Map<string, number>()
  for (const { kind } of added) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return (
    <>
      <h3 className={classes.subtitle}>{t('mapFiles.import.found', { count: added.length })}</h3>
      <ul className={classes.counts}>
        {[...counts].map(([kind, one]) => (
          <li key={kind}>
            {t(`map.kinds.${kind}`, { defaultValue: kind })} <b>{one}</b>
          </li>
        ))}
      </ul>
      {ignored > 0 && <span className={classes.quiet}>{t('mapFiles.import.ignored', { count: ignored })}</span>}
      {preview.refused.length > 0 && (
        <>
          <h3 className={classes.subtitle}>{t('mapFiles.import.faults', { count: preview.refused.length })}</h3>
          <ul className={classes.faults}>
            {preview.refused.slice(0, MOST_FAULTS).map((fault, i) => (
              <li key={`${fault.source} ${fault.becomes} ${fault.reason} ${fault.at?.join(' ') ?? i}`}>
                <div>
                  <StatusPill tone={fault.repaired ? 'success' : 'error'}>
                    {t(fault.repaired ? 'mapFiles.import.repaired' : 'mapFiles.import.refused')}
                  </StatusPill>{' '}
                  <b>{fault.source}</b>
                  <br />
                  {faultText(fault)}
                </div>
                {fault.at !== null && (
                  <Button
                    variant="subtle"
                    px={8}
                    onClick={() => {
                      if (fault.at !== null) map()?.goTo(fault.at)
                    }}
                  >
                    {t('map.show')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

interface StandingProps {
  readonly preview: ImportPreview
  readonly withDuplicates: boolean
  readonly onDuplicates: (withDuplicates: boolean) => void
}

/** Objects that are already on the map: left out, unless a person wants them twice and the rules allow it. */
export function StandingThings({ preview, withDuplicates, onDuplicates }: StandingProps) {
  const { t } = useTranslation()
  const duplicates = preview.standing.filter(({ reason }) => reason === 'duplicate')
  const overlaps = preview.standing.filter(({ reason }) => reason === 'overlaps')
  const addable = duplicates.filter(({ addable: mayCome }) => mayCome).length
  if (preview.standing.length === 0) return null
  return (
    <section>
      {duplicates.length > 0 && (
        <p className={classes.plain}>{t('mapFiles.duplicates', { count: duplicates.length })}</p>
      )}
      {addable > 0 && (
        <Checkbox
          label={t('mapFiles.skip', { count: addable })}
          checked={!withDuplicates}
          onChange={event => onDuplicates(!event.currentTarget.checked)}
        />
      )}
      {overlaps.length > 0 && (
        <>
          <p className={classes.plain}>{t('mapFiles.overlaps', { count: overlaps.length })}</p>
          <ul className={classes.faults}>
            {overlaps.slice(0, MOST_FAULTS).map(({ feature, title }) => (
              <li key={feature.id}>
                <div>{t('mapFiles.overlap', { thing: featureTitle(feature), other: title })}</div>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
