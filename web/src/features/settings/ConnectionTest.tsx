import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { answerTo } from '../../api/answerTo.ts'
import { errorText } from '../../api/index.ts'
import { notify } from '../../ui/index.ts'
import classes from './form.module.css'

/** How a service answered. */
interface Found {
  readonly problem: string | null
  /** In the words of the service, mostly English. */
  readonly detail: string
}

interface ConnectionTestProps<F extends Found, Input> {
  readonly test: {
    readonly data: F | undefined
    readonly variables: Input | undefined
    readonly isPending: boolean
    readonly mutate: (input: Input, options: { readonly onError: (error: Error) => void }) => void
  }
  /** What is in the fields now. */
  readonly input: Input
  /** Whether no field of the input is refused. */
  readonly check: () => Promise<boolean>
  readonly label: string
  readonly icon?: ReactNode
  readonly isDisabled?: boolean
  readonly works: (found: F) => ReactNode
  readonly refusal: (problem: NonNullable<F['problem']>, found: F) => string
}

/** The button that tries a service by what is in the fields, saved or not, and below it how that went. */
export function ConnectionTest<F extends Found, Input>(props: ConnectionTestProps<F, Input>) {
  const {
    test,
    input,
    check,
    label,
    icon = <IconPlugConnected size={18} />,
    isDisabled = false,
    works,
    refusal,
  } = props
  const { t } = useTranslation()
  const run = async (): Promise<void> => {
    if (await check()) test.mutate(input, { onError: error => notify.failed(t('common.error'), errorText(error)) })
  }
  const found = answerTo(test, input)
  return (
    <>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={icon}
          loading={test.isPending}
          disabled={isDisabled}
          onClick={() => void run()}
        >
          {label}
        </Button>
      </div>
      {found !== undefined && !test.isPending && (
        <div role="status" className={classes.found}>
          {found.problem === null ? (
            works(found)
          ) : (
            <p className={classes.refusal}>
              {refusal(found.problem, found)} <span lang="en">{found.detail}</span>
            </p>
          )}
        </div>
      )}
    </>
  )
}
