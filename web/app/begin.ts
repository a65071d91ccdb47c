import { continueWithBackend } from '../core/backend/backend.ts'
import { speakKept } from '../core/i18n.ts'
import { expectSession } from '../core/session.ts'

// What the browser has kept of the last visit, before the first page is loaded.
continueWithBackend()
speakKept()
expectSession()
