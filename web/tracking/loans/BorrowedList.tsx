import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useTimes } from '../../kit/format/useTimes.ts'
import classes from './Loans.module.css'
import { keyOf, linkTo, useBorrowed } from './useBorrowed.ts'

/** The trackers of others on loan to the organisation, above the list of its own. */
export function BorrowedList({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const borrowed = useBorrowed(organisation_id)
  if (borrowed.length === 0) return null
  return (
    <ul className={classes.borrowed} aria-label={t('tracking:loans.received')}>
      {borrowed.map(({ id, elsewhere, tracker_name, lender_name, ends_at }) => (
        <li key={keyOf({ id, elsewhere })}>
          <Link to={linkTo({ id, elsewhere })}>
            <strong>{tracker_name ?? t('tracking:loans.unnamed')}</strong>
            <span>{t('tracking:loans.from', { name: lender_name })}</span>
            <span>{t('tracking:loans.until', { time: moment(ends_at) })}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
