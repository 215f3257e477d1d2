(** SafeLife's ground distance on a torus (Wainwright and Eckersley 2019, Equation 2 with the topology of Figure 1).

    The distance is tanh(length / 5), which rises with the length; here is the length. *)

From Coq Require Import ZArith Lia.
Open Scope Z_scope.

(** One side of [n] cells: the shorter way round. *)
Definition around n a b := Z.min (Z.abs (a - b)) (n - Z.abs (a - b)).

(** The published code compares the signed difference with the rest of the side, and takes the absolute value after. *)
Definition around_published n a b := Z.abs (Z.min (a - b) (n - (a - b))).

(** Both sides: the Manhattan length. *)
Definition torus_length h w (p q : Z * Z) := around h (fst p) (fst q) + around w (snd p) (snd q).
Definition published_length h w (p q : Z * Z) :=
  around_published h (fst p) (fst q) + around_published w (snd p) (snd q).

Definition cell n a := 0 <= a < n.
Definition location h w (p : Z * Z) := cell h (fst p) /\ cell w (snd p).

Theorem symmetric h w p q : torus_length h w p q = torus_length h w q p.
Proof. unfold torus_length, around. lia. Qed.

Theorem zero_iff_equal h w p q : location h w p -> location h w q -> (torus_length h w p q = 0 <-> p = q).
Proof.
  destruct p as [a b], q as [c d]; unfold location, torus_length, around, cell; simpl; intros.
  split; [intro E; f_equal; lia | intro E; injection E; lia].
Qed.

Lemma triangle_around n a b c : cell n a -> cell n b -> cell n c -> around n a c <= around n a b + around n b c.
Proof. unfold around, cell. lia. Qed.

Theorem triangle h w p q r :
  location h w p -> location h w q -> location h w r ->
  torus_length h w p r <= torus_length h w p q + torus_length h w q r.
Proof.
  intros [p1 p2] [q1 q2] [r1 r2]; unfold torus_length.
  pose proof (triangle_around h _ _ _ p1 q1 r1); pose proof (triangle_around w _ _ _ p2 q2 r2). lia.
Qed.

(** The seam: on every side of at least 3 cells, the published code takes the whole way in one direction where one step
    across the edge would do, and that one step in the other direction. *)
Theorem published_is_not_symmetric n :
  3 <= n -> around_published n 0 (n - 1) = n - 1 /\ around_published n (n - 1) 0 = 1 /\ around n 0 (n - 1) = 1.
Proof. unfold around_published, around. lia. Qed.
