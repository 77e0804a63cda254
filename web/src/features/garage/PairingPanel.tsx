/** The system id and the signing key of a mower. A key is shown once; it can be renewed and removed. */
import { calls } from '@greensward/contract'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCall, useCan, useCourseTime, useVehicleValue } from '../../api/index.ts'
import { ConfirmDialog, NewKey, notify, Panel, QueryState, StatusPill } from '../../ui/index.ts'
import { Disarm } from './Disarm.tsx'
import { OtherSender } from './OtherSender.tsx'
import classes from './VehiclePage.module.css'

export function PairingPanel({ mowerId, name }: { readonly mowerId: string; readonly name: string }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const mayEdit = useCan('mowers.edit')
  const params = { id: mowerId }
  // Another sender may appear while the page is open.
  const { data, error, refetch } = useCall(calls.pairing.get, { params }, { refetchInterval: 5_000 })
  const isLive = useVehicleValue(mowerId, vehicle => vehicle?.telemetry.link === 'live')
  const [asking, setAsking] = useState<'make' | 'end' | null>(null)
  const [send, setSend] = useState(true)
  const [made, setMade] = useState<string | null>(null)
  const key = data?.key
  return (
    <Panel
      title={t('garage.pairing.title')}
      actions={
        data !== undefined && (
          <StatusPill tone={key === null || !data.isProven ? 'warn' : 'success'}>
            {t(
              !data.isProven
                ? 'garage.pairing.notProven'
                : key === null
                  ? 'garage.pairing.unsigned'
                  : 'garage.pairing.signed',
            )}
          </StatusPill>
        )
      }
    >
      {data === undefined ? (
        <QueryState query={{ error, refetch }} />
      ) : (
        <>
          {data.otherSender !== null && <OtherSender mowerId={mowerId} from={data.otherSender} />}
          <dl className={classes.facts}>
            <div>
              <dt>{t('garage.mower.systemId')}</dt>
              <dd>{data.systemId}</dd>
            </div>
            <div>
              <dt>{t('garage.pairing.key')}</dt>
              <dd>{key == null ? t('common.none') : key.fingerprint}</dd>
            </div>
          </dl>
          <p className={classes.quiet}>
            {key == null
              ? t('garage.pairing.noKey')
              : t('garage.pairing.since', { name: key.createdBy, time: time.dateTime(key.createdAt) })}
          </p>
          {!data.isProven && <p className={classes.quiet}>{t('garage.pairing.notProvenText')}</p>}
          {made !== null && <NewKey label={t('garage.pairing.key')} value={made} note={t('garage.pairing.once')} />}
          {mayEdit && <Disarm mowerId={mowerId} />}
          {mayEdit && (
            <div className={classes.actions}>
              <Button variant="default" onClick={() => setAsking('make')}>
                {t(key === null ? 'garage.pairing.make' : 'garage.pairing.renew')}
              </Button>
              {key !== null && (
                <Button variant="default" onClick={() => setAsking('end')}>
                  {t('garage.pairing.end')}
                </Button>
              )}
              <Checkbox
                label={t('garage.pairing.send')}
                description={t(isLive ? 'garage.pairing.sendHint' : 'garage.pairing.notConnected')}
                checked={send && isLive}
                disabled={!isLive}
                onChange={event => setSend(event.currentTarget.checked)}
              />
            </div>
          )}
          <KeyQuestions
            mowerId={mowerId}
            name={name}
            hasKey={key !== null}
            sends={send && isLive}
            asking={asking}
            onClose={() => setAsking(null)}
            onMade={setMade}
          />
        </>
      )}
    </Panel>
  )
}

interface KeyQuestionsProps {
  readonly mowerId: string
  readonly name: string
  readonly hasKey: boolean
  /** The new key also goes to the mower over its link. */
  readonly sends: boolean
  readonly asking: 'make' | 'end' | null
  readonly onClose: () => void
  readonly onMade: (key: string | null) => void
}

function KeyQuestions({ mowerId, name, hasKey, sends, asking, onClose, onMade }: KeyQuestionsProps) {
  const { t } = useTranslation()
  const params = { id: mowerId }
  const changes = { changes: [calls.pairing.get] }
  const make = useAct(calls.pairing.newKey, changes)
  const remove = useAct(calls.pairing.removeKey, changes)
  const failed = (refusal: unknown): void => notify.failed(t('common.error'), errorText(refusal))
  return (
    <>
      <ConfirmDialog
        opened={asking === 'make'}
        title={t('garage.pairing.makeTitle', { name })}
        text={t(sends ? 'garage.pairing.makeSendText' : 'garage.pairing.makeText')}
        confirm={t(hasKey ? 'garage.pairing.renew' : 'garage.pairing.make')}
        busy={make.isPending}
        onClose={onClose}
        onConfirm={() =>
          make.mutate(
            { params, body: { send: sends } },
            {
              onSuccess: answer => onMade(answer.key),
              onError: failed,
              onSettled: onClose,
            },
          )
        }
      />
      <ConfirmDialog
        opened={asking === 'end'}
        title={t('garage.pairing.endTitle', { name })}
        text={t('garage.pairing.endText')}
        confirm={t('garage.pairing.end')}
        busy={remove.isPending}
        onClose={onClose}
        onConfirm={() =>
          remove.mutate({ params }, { onSuccess: () => onMade(null), onError: failed, onSettled: onClose })
        }
      />
    </>
  )
}
