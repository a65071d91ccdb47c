import { Outlet } from 'react-router'
import classes from './Frame.module.css'
import { TopBar } from './TopBar.tsx'

/** What every page behind the sign-in stands in. */
export function Frame() {
  return (
    <div className={classes.frame}>
      <TopBar />
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  )
}
