import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showOwnPosition, useOwnPosition } from './ownPosition.ts'
import classes from './Phone.module.css'
import { useSharing } from './sharing.ts'

/** Why the own position is not available, and what to do. */
export function Trouble() {
  const { t } = useTranslation()
  const { trouble, shown } = useOwnPosition()
  const shares = useSharing(({ status }) => status !== 'off' && status !== 'elsewhere')
  if (!trouble || (shown === 0 && !shares)) return null
  const final = trouble === 'insecure' || trouble === 'unsupported'
  return (
    <div className={classes.trouble} role="alert">
      <span>
        {t(`tracking:phone.trouble.${trouble}`)}{' '}
        {trouble === 'denied' && t(`tracking:phone.allow.${settingsOf()}`, { host: location.host })}
      </span>
      {!final && (
        <Button size="compact-sm" variant="default" onClick={showOwnPosition}>
          {t('tracking:phone.retry')}
        </Button>
      )}
    </div>
  )
}

/** Instructions for granting permission in this browser. */
function settingsOf(): 'browser' | 'app' | 'apple' {
  // iPads identify as Macs, which have no touch screen.
  if (/iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)) {
    return 'apple'
  }
  return matchMedia('(display-mode: browser)').matches ? 'browser' : 'app'
}
