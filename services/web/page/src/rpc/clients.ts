import { createClient } from '@connectrpc/connect';
import { AccountsService } from '../gen/corners/accounts/v1/accounts_service_pb';
import { ArchiveService } from '../gen/corners/archive/v1/archive_service_pb';
import { ClockService } from '../gen/corners/clock/v1/clock_service_pb';
import { GameService } from '../gen/corners/game/v1/game_service_pb';
import { MatchmakingService } from '../gen/corners/matchmaking/v1/matchmaking_service_pb';
import { RatingService } from '../gen/corners/rating/v1/rating_service_pb';
import { accessToken, accessTokenInsteadOf } from './session';
import { transportWith } from './transport';

const transport = transportWith({ current: accessToken, insteadOf: accessTokenInsteadOf });

/** The services, called as the account of this browser. */
export const accounts = createClient(AccountsService, transport);
export const archive = createClient(ArchiveService, transport);
export const clock = createClient(ClockService, transport);
export const game = createClient(GameService, transport);
export const matchmaking = createClient(MatchmakingService, transport);
export const rating = createClient(RatingService, transport);
