import type { ServerContext } from '@modelcontextprotocol/server';
import { inputResponse } from '@modelcontextprotocol/server';
import type { JsonObject } from '../model/json.ts';
import { nameCall } from './asked-call.ts';
import type { Elicitation, ElicitationAnswer } from './call.ts';
import { ElicitationPending } from './elicitation.ts';

/** What a client carries back to us with an answer; it can read it, but not change it. */
export interface AskedState {
  /** Hash of the call that asked, so that an answer cannot be moved to another call. */
  readonly call: string;
  /** Answers to earlier questions of the same call. */
  readonly answers: readonly ElicitationAnswer[];
}

/** Under which a question and its answer travel. */
export const questionKey = 'question';

/**
 * The questions of one call. With the answers that came along, they are answered in the order in which they
 * are asked; the first one without an answer ends the call, and the client brings the answer with the next.
 */
export class Questions {
  pending: { readonly question: Elicitation; readonly state: AskedState } | undefined;
  readonly #name: string;
  readonly #given: JsonObject;
  readonly #ctx: ServerContext;
  #asked = 0;

  constructor(name: string, given: JsonObject, ctx: ServerContext) {
    this.#name = name;
    this.#given = given;
    this.#ctx = ctx;
  }

  readonly ask = async (question: Elicitation): Promise<ElicitationAnswer> => {
    const call = nameCall(this.#name, this.#given);
    const answers = this.#answersTo(call);
    const answer = answers[this.#asked];
    this.#asked += 1;
    if (answer !== undefined) return answer;
    this.pending ??= { question, state: { call, answers } };
    throw new ElicitationPending();
  };

  #answersTo(call: string): readonly ElicitationAnswer[] {
    const ctx = this.#ctx;
    const state = ctx.mcpReq.requestState<AskedState | undefined>();
    if (state?.call !== call) return [];
    const response = inputResponse(ctx.mcpReq.inputResponses, questionKey);
    if (response.kind !== 'elicit') return state.answers;
    const content = response.content as JsonObject | undefined; // came out of JSON.parse
    const answer = { action: response.action, ...(content === undefined ? {} : { content }) };
    return [...state.answers, answer];
  }
}
