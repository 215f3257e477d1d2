(** Indifference, preferential gaps, sweetenings and sourings (Thornley et al. 2024, Appendices A and B), over any
    relation of weak preference on any options. *)

From Coq Require Import Bool QArith Lqa.

Section Preferences.

Variable option : Type.
Variable weakly : option -> option -> bool.

(** Definitions B.1 and B.2; and x is a sweetening of y, and y a souring of x, if x is preferred to y (B.4, B.5). *)
Definition indifferent x y := weakly x y && weakly y x.
Definition gap x y := negb (weakly x y) && negb (weakly y x).
Definition prefers x y := weakly x y && negb (weakly y x).

Definition reflexive := forall x, weakly x x = true.
Definition transitive (R : option -> option -> bool) := forall x y z, R x y = true -> R y z = true -> R x z = true.
Definition complete := forall x y, weakly x y || weakly y x = true.

(** Indifference is sensitive to all sweetenings and sourings. *)
Definition sensitive := forall x y, indifferent x y = true ->
  (forall better, prefers better x = true -> prefers better y = true) /\
  (forall worse, prefers x worse = true -> prefers y worse = true).

(** Cases: each of two options is weakly preferred to the other, or not. *)
Ltac cases x y := let E := fresh in let F := fresh in
  destruct (weakly x y) eqn:E; destruct (weakly y x) eqn:F; simpl in *; try congruence.

(** ** Transitive and sensitive indifference, which the paper calls equivalent *)

Theorem preorders_have_both : transitive weakly -> transitive indifferent /\ sensitive.
Proof.
  intro T. unfold transitive, sensitive, indifferent, prefers in *. split.
  - intros x y z [A B]%andb_prop [C D]%andb_prop. now rewrite (T x y z), (T z y x).
  - intros x y [A B]%andb_prop. split; intros z [C D]%andb_prop; apply negb_true_iff in D.
    + rewrite (T z x y C A). destruct (weakly y z) eqn:E; [| reflexivity]. now rewrite (T x y z A E) in D.
    + rewrite (T y x z B C). destruct (weakly z y) eqn:E; [| reflexivity]. now rewrite (T z y x E B) in D.
Qed.

(** Transitive preference, transitive indifference and sensitive indifference together say that weak preference is
    transitive. So in the repair of the paper's sentence none of the three can be left out. *)
Theorem all_three_make_it_transitive : transitive prefers -> transitive indifferent -> sensitive -> transitive weakly.
Proof.
  intros P I S x y z XY YZ. destruct (weakly y x) eqn:YX, (weakly z y) eqn:ZY.
  - enough (indifferent x z = true) as [A _]%andb_prop by exact A. apply (I x y z); unfold indifferent.
    + now rewrite XY, YX.
    + now rewrite YZ, ZY.
  - destruct (S y x) as [_ W]; [unfold indifferent; now rewrite XY, YX |].
    enough (prefers x z = true) as [A _]%andb_prop by exact A. apply W. unfold prefers. now rewrite YZ, ZY.
  - destruct (S y z) as [B _]; [unfold indifferent; now rewrite YZ, ZY |].
    enough (prefers x z = true) as [A _]%andb_prop by exact A. apply B. unfold prefers. now rewrite XY, YX.
  - enough (prefers x z = true) as [A _]%andb_prop by exact A. apply (P x y z); unfold prefers.
    + now rewrite XY, YX.
    + now rewrite YZ, ZY.
Qed.

Theorem sensitive_is_transitive_if_complete : complete -> sensitive -> transitive indifferent.
Proof.
  intros C S x y z XY YZ. pose proof (C x z) as D.
  destruct (S x y XY) as [B W]. specialize (B z). specialize (W z). unfold indifferent, prefers in *.
  cases x y. cases y z. cases x z; intuition congruence.
Qed.

Theorem transitive_is_sensitive_if_preference_is :
  complete -> transitive prefers -> transitive indifferent -> sensitive.
Proof.
  intros C P I x y XY. split; intros z Z; pose proof (C y z) as D;
    [pose proof (P y z x) as Q | pose proof (P x z y) as Q]; pose proof (I x y z XY) as J;
    unfold indifferent, prefers in *; cases x y; cases x z; cases y z; intuition congruence.
Qed.

(** ** Gaps *)

(** A gap that stays one when one of the two is sweetened or soured shows that gaps are not transitive. *)
Theorem insensitive_gaps_are_not_transitive x y x' :
  gap x y = true -> gap x' y = true -> prefers x x' = true \/ prefers x' x = true -> ~ transitive gap.
Proof.
  intros G G' P T. assert (gap x x' = true) as A.
  - apply (T x y x' G). unfold gap in *. now rewrite andb_comm.
  - unfold gap, prefers in *. cases x x'; intuition congruence.
Qed.

(** The converse fails as printed: gaps are never transitive, since no option is in a gap with itself. *)
Theorem gaps_are_never_transitive x y : reflexive -> gap x y = true -> ~ transitive gap.
Proof.
  intros R G T. assert (gap x x = true) as A.
  - apply (T x y x G). unfold gap in *. now rewrite andb_comm.
  - unfold gap in A. now rewrite (R x) in A.
Qed.

(** ** POST: a preference between two trajectories of one length, and a third, of another length, with none *)

Section POST.

Variables x y z : option.
Hypothesis same_length : prefers x y = true.
Hypothesis no_preference : forall w, w = x \/ w = y -> prefers z w = false /\ prefers w z = false.

Lemma lacks w : w = x \/ w = y -> gap z w = true \/ indifferent z w = true.
Proof. intro H. destruct (no_preference w H). unfold prefers, gap, indifferent in *. cases z w; auto. Qed.

(** With transitive indifference one of the two lacks of preference is a gap: the preferences are incomplete. *)
Theorem post_means_incomplete : transitive indifferent -> gap z x = true \/ gap z y = true.
Proof.
  intro I. destruct (lacks x) as [| X]; auto. destruct (lacks y) as [| Y]; auto.
  pose proof (I x z y) as J. unfold prefers, indifferent in *. cases x y; cases z x; cases z y; intuition congruence.
Qed.

(** With sensitive indifference both are. *)
Theorem post_means_two_gaps : sensitive -> gap z x = true /\ gap z y = true.
Proof.
  intro S. split.
  - destruct (lacks x) as [| X]; auto. destruct (S x z) as [_ W]; [unfold indifferent in *; now rewrite andb_comm |].
    destruct (no_preference y); auto. rewrite (W y same_length) in *. discriminate.
  - destruct (lacks y) as [| Y]; auto. destruct (S y z) as [B _]; [unfold indifferent in *; now rewrite andb_comm |].
    destruct (no_preference x); auto. rewrite (B x same_length) in *. discriminate.
Qed.

(** No utility is greater exactly for what is preferred. *)
Theorem post_has_no_utility (u : option -> Q) : ~ forall a b, prefers a b = true <-> u b < u a.
Proof.
  intro U. pose proof (proj1 (U x y) same_length) as A.
  assert (forall w, w = x \/ w = y -> u w == u z) as E.
  - intros w H. destruct (no_preference w H) as [B C].
    apply Qle_antisym; apply Qnot_lt_le; intro L; apply U in L; congruence.
  - pose proof (E x (or_introl eq_refl)). pose proof (E y (or_intror eq_refl)). lra.
Qed.

End POST.

(** Incomplete preferences have no utility that is at least as great exactly for what is weakly preferred. *)
Theorem incomplete_has_no_utility x y (u : option -> Q) :
  gap x y = true -> ~ forall a b, weakly a b = true <-> u b <= u a.
Proof.
  intros G U. unfold gap in G. apply andb_prop in G as [A B]. apply negb_true_iff in A, B.
  destruct (Qlt_le_dec (u x) (u y)) as [L | L].
  - apply Qlt_le_weak, U in L. congruence.
  - apply U in L. congruence.
Qed.

End Preferences.
