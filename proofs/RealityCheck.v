(** The reality check (Alexander, Castaneda, Compher and Martinez 2022, Definition 7 and Theorem 10).

    Everything is proved for every set of percepts, every set of actions, and every length. *)

From Coq Require Import Bool.

(** A prompt x_1 y_1 ... x_n ends with a percept and is never empty. A play is empty, or a prompt and an action. *)
Inductive prompt (P A : Type) :=
| First (x : P)
| Then (h : prompt P A) (y : A) (x : P).
Arguments First {P A}.
Arguments Then {P A}.

Definition play (P A : Type) := option (prompt P A * A).

Fixpoint beginning {P A} (h : prompt P A) : prompt P A :=
  match h with First x => First x | Then h _ _ => beginning h end.

(** * Definition 7

    An agent answers a prompt. An answer is an action, or, for an agent with chance, a distribution of actions. Whether
    the past action y is an answer's own is the parameter [own]: equality of actions, or a positive probability. *)

Section Definition7.

Variables Percept Action Answer : Type.
Variable own : Answer -> Action -> bool.

Notation prompt := (prompt Percept Action).
Notation play := (play Percept Action).
Definition agent := prompt -> Answer.
Definition extended_environment := agent -> play -> Percept.

(** "y_i = f(x_1 y_1 ... x_i) for all 1 <= i < n" *)
Fixpoint all_own (f : agent) (h : prompt) : bool :=
  match h with First _ => true | Then h y _ => all_own f h && own (f h) y end.

(** The recursion of Definition 7 goes through the truth of its own condition. *)
Fixpoint genuine (pi : agent) (h : prompt) : bool :=
  match h with
  | First _ => true
  | Then h y _ => genuine pi h && own (if genuine pi h then pi h else pi (beginning h)) y
  end.

Definition reality_check (pi : agent) : agent := fun h => if genuine pi h then pi h else pi (beginning h).

(** [checks f pi R]: R acts as pi where every past action is f's own, and as pi on the first percept elsewhere. *)
Definition checks (f pi R : agent) := forall h, R h = if all_own f h then pi h else pi (beginning h).
Definition is_reality_check (pi R : agent) := checks R pi R.

(** Definition 7 is met by [reality_check]. *)
Theorem definition_7 pi : is_reality_check pi (reality_check pi).
Proof.
  intro h. enough (E : genuine pi h = all_own (reality_check pi) h) by (unfold reality_check at 1; now rewrite E).
  induction h as [| h IH y x]; simpl; [reflexivity | now rewrite <- IH].
Qed.

Lemma own_past f pi R : f = R \/ f = pi -> checks f pi R -> forall h, all_own R h = all_own pi h.
Proof.
  intros which H h. induction h as [| h IH y x]; simpl; [reflexivity |].
  rewrite IH. destruct (all_own pi h) eqn:E; [| reflexivity].
  rewrite (H h). now destruct which as [-> | ->]; rewrite ?IH, ?E.
Qed.

(** Theorem 10 part 1: comparing with pi's own actions instead defines the same agent. *)
Theorem alternate_definition pi R : is_reality_check pi R <-> checks pi pi R.
Proof.
  split; intros H h; rewrite (H h).
  - now rewrite (own_past R pi R (or_introl eq_refl) H).
  - now rewrite (own_past pi pi R (or_intror eq_refl) H).
Qed.

(** Definition 7 defines exactly one agent. *)
Theorem exactly_one pi R : is_reality_check pi R -> forall h, R h = reality_check pi h.
Proof.
  intros H h. apply alternate_definition in H. pose proof (definition_7 pi) as D. apply alternate_definition in D.
  now rewrite (H h), (D h).
Qed.

Lemma all_own_beginning f h : all_own f (beginning h) = true.
Proof. induction h; simpl; auto. Qed.

Lemma reality_check_beginning pi h : reality_check pi (beginning h) = pi (beginning h).
Proof.
  rewrite (definition_7 pi (beginning h)), all_own_beginning. induction h; simpl; auto; now destruct (all_own _ _).
Qed.

(** Theorem 10 part 2: the reality check of a reality check is itself. *)
Theorem idempotence pi h : reality_check (reality_check pi) h = reality_check pi h.
Proof.
  symmetry. apply exactly_one. intro g. rewrite reality_check_beginning, (definition_7 pi g).
  now destruct (all_own (reality_check pi) g).
Qed.

(** What can happen: the environment answers a play, the agent does what is its own. *)
Inductive happens (mu : extended_environment) (f : agent) : prompt -> Prop :=
| at_first : happens mu f (First (mu f None))
| and_then h y : happens mu f h -> own (f h) y = true -> happens mu f (Then h y (mu f (Some (h, y)))).

Lemma happens_own mu f h : happens mu f h -> all_own f h = true.
Proof. induction 1 as [| h y _ IH E]; simpl; [reflexivity | now rewrite IH, E]. Qed.

(** Theorem 10 part 3: in reality a reality check acts as the agent does; it never freezes there. *)
Theorem equivalence_on_genuine_history mu pi h : happens mu (reality_check pi) h -> reality_check pi h = pi h.
Proof. intro H. now rewrite (definition_7 pi h), (happens_own _ _ _ H). Qed.

(** An environment asks an agent about its own past only, where it answers alike whoever agrees with the agent there:
    on the agent's own plays its percept depends on what the agent does on own pasts, and on nothing else. *)
Definition asks_about_own_past (mu : extended_environment) (pi : agent) :=
  forall R, (forall h, all_own pi h = true -> R h = pi h) ->
  mu R None = mu pi None /\
  forall h y, all_own pi h = true -> own (pi h) y = true -> mu R (Some (h, y)) = mu pi (Some (h, y)).

Lemma as_pi_on_own_past pi h : all_own pi h = true -> reality_check pi h = pi h.
Proof. intro E. pose proof (definition_7 pi) as D. apply alternate_definition in D. now rewrite (D h), E. Qed.

Theorem same_life mu pi : asks_about_own_past mu pi -> forall h, happens mu (reality_check pi) h <-> happens mu pi h.
Proof.
  intros A. destruct (A _ (as_pi_on_own_past pi)) as [none some]. intro h; split.
  - induction 1 as [| h y H IH E]; [rewrite none; constructor |].
    rewrite (equivalence_on_genuine_history _ _ _ H) in E. rewrite some; [now constructor | | exact E].
    now apply happens_own in IH.
  - induction 1 as [| h y H IH E]; [rewrite <- none; constructor |].
    rewrite <- some; [| now apply happens_own in H | exact E].
    constructor; [exact IH |]. now rewrite (equivalence_on_genuine_history _ _ _ IH).
Qed.

(** Theorem 10 part 4, for what can happen: an ordinary environment does not look at the agent. *)
Definition ordinary (mu : extended_environment) := forall f g s, mu f s = mu g s.

Theorem equivalence_in_ordinary_environments mu pi :
  ordinary mu -> forall h, happens mu (reality_check pi) h <-> happens mu pi h.
Proof. intro blind. apply same_life. intros R _. split; intros; apply blind. Qed.

(** Section 5: once a question is not the agent's own past, it stays so however it grows, and the answer to it is the
    action on the first percept. So an environment whose questions only grow becomes trivial for a frozen agent. *)
Inductive begins : prompt -> prompt -> Prop :=
| itself h : begins h h
| longer h h' y x : begins h h' -> begins h (Then h' y x).

Theorem trivialisation pi h h' :
  begins h h' -> all_own (reality_check pi) h = false -> reality_check pi h' = pi (beginning h).
Proof.
  intros B N. assert (all_own (reality_check pi) h' = false /\ beginning h' = beginning h) as [E F].
  - induction B as [| h h' y x B IH]; [easy |]. destruct (IH N) as [E F]. simpl. now rewrite E.
  - now rewrite (definition_7 pi h'), E, F.
Qed.

End Definition7.

(** * Agents that act: an answer is an action, and the interaction is one sequence *)

Section Acting.

Variables Percept Action : Type.
Variable same : Action -> Action -> bool.
Hypothesis same_correct : forall a b, same a b = true <-> a = b.

Notation prompt := (prompt Percept Action).
Notation agent := (prompt -> Action).
Notation environment := (extended_environment Percept Action Action).

Fixpoint interaction (mu : environment) (pi : agent) (n : nat) : prompt :=
  match n with
  | O => First (mu pi None)
  | S n => let h := interaction mu pi n in Then h (pi h) (mu pi (Some (h, pi h)))
  end.

Lemma interaction_happens mu pi n : happens _ _ _ same mu pi (interaction mu pi n).
Proof. induction n; simpl; constructor; [assumption | now apply same_correct]. Qed.

Notation rc := (reality_check Percept Action Action same).

(** Theorem 10 part 3, as printed. *)
Theorem never_frozen_in_reality mu pi n : rc pi (interaction mu (rc pi) n) = pi (interaction mu (rc pi) n).
Proof. eapply equivalence_on_genuine_history, interaction_happens. Qed.

(** Whoever is asked about the own past only gains nothing by the reality check, whatever is paid: the two lives are
    the same sequence of percepts and actions. Theorem 10 part 4 is the case of an ordinary environment. *)
Theorem gain_zero mu pi n :
  asks_about_own_past _ _ _ same mu pi -> interaction mu (rc pi) n = interaction mu pi n.
Proof.
  intro A. destruct (A _ (as_pi_on_own_past _ _ _ same pi)) as [none some].
  induction n as [| n IH]; simpl; [now rewrite none |].
  rewrite never_frozen_in_reality, IH. f_equal. apply some.
  - eapply happens_own, interaction_happens.
  - now apply same_correct.
Qed.

Theorem part_4 mu pi n : ordinary _ _ _ mu -> interaction mu (rc pi) n = interaction mu pi n.
Proof. intro blind. apply gain_zero. intros R _. split; intros; apply blind. Qed.

End Acting.

(** * Agents with chance: an answer is a distribution, and a past action is own if it was possible

    This is the repaired reading of Definition 7 ([reality_check_possible] in Python). *)

From Coq Require Import QArith.

Section Drawing.

Variables Percept Action Answer : Type.
Variable chance : Answer -> Action -> Q.
Hypothesis chance_nonnegative : forall d y, 0 <= chance d y.

Definition possible (d : Answer) (y : Action) : bool := negb (Qle_bool (chance d y) 0).

Notation prompt := (prompt Percept Action).

(** The probability that an agent does all the actions of a prompt, given its percepts. *)
Fixpoint likelihood (f : prompt -> Answer) (h : prompt) : Q :=
  match h with First _ => 1 | Then h y _ => likelihood f h * chance (f h) y end.

Lemma impossible pi h : all_own _ _ _ possible pi h = false -> likelihood pi h == 0.
Proof.
  induction h as [| h IH y x]; simpl; [easy |]. intro N. apply andb_false_iff in N as [N | N].
  - rewrite IH by exact N. ring.
  - apply negb_false_iff, Qle_bool_iff in N. rewrite (Qle_antisym _ _ N (chance_nonnegative _ _)). ring.
Qed.

(** The agent and its reality check give every history the same probability. *)
Theorem same_law pi h : likelihood (reality_check _ _ _ possible pi) h == likelihood pi h.
Proof.
  induction h as [| h IH y x]; simpl; [reflexivity |]. rewrite IH.
  destruct (all_own _ _ _ possible pi h) eqn:E.
  - now rewrite as_pi_on_own_past.
  - rewrite (impossible _ _ E). ring.
Qed.

End Drawing.
