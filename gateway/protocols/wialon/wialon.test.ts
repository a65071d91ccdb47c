import { describeFrames } from '../../../tests/gateway/protocols/frames/protocol.ts'
import { wialon } from './index.ts'

describeFrames(wialon)
